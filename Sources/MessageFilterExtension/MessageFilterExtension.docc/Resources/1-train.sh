spamkit train mine.tsv --out mine.spam --max-bytes 128K --max-false-junk 0.01
