"""The commands of `paiju`, one module for each that is more than a few lines."""
