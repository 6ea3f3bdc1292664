"""The estimators, each in a file of its own; `methods.METHODS` holds them by name."""
