"""The parts of shardy.py."""
