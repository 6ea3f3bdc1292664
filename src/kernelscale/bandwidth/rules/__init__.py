"""The rules, each in a file named after it; `registry.RULES` holds them by name."""
