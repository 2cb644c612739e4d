"""The vocabulary of rules: cards, words, states, games. No input or output, no clock, no global chance."""
