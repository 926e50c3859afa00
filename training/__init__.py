"""From public corpora to the pipelines that are shipped. No part of the installed package."""
