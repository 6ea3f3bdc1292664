"""What the machine gives: free memory, and threads of linear algebra."""
