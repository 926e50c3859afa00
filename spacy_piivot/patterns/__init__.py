"""The building blocks of recognisers, and the integration of Presidio's."""
