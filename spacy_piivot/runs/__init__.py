"""What the commands do, as Python calls."""
