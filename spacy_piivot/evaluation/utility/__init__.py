"""What a system, or a release, leaves of the lesson: its numbers, its mathematics, its talk."""
