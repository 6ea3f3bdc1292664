"""An estimator whose bandwidth is chosen in each fit."""
