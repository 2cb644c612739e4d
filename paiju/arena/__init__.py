"""Tournaments: schedule, run, statistics, report."""
