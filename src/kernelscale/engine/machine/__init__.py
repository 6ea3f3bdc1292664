"""Free memory of this machine, and the number of threads that linear algebra uses."""
