"""The work that every engine shares: Ray, Spark, and tables in memory."""
