"""The rules, each in a file of its name; `registry.RULES` holds them by name."""
