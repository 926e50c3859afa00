"""Groups that names point to, and whether the names of each are found alike."""
