"""What this site needs beside published extensions."""
