"""The machine: its free memory, and the threads of its linear algebra."""
