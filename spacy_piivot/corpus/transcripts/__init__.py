"""Reads and writes transcripts: WebVTT, SRT, and the exports of Zoom, Teams and Otter."""
