"""Tournaments: schedule, run, tally, report."""
