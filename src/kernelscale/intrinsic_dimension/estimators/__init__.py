"""The estimators, each in its own file; `methods.METHODS` holds them by name."""
