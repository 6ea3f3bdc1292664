"""The rules, one a file, each named as its rule; `registry.RULES` holds them by name."""
