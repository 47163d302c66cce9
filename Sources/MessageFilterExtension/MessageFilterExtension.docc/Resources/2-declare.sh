spamkit train mine.tsv --out mine.spam --max-bytes 128K --max-false-junk 0.01 \
    --declare transaction/finance --declare transaction/orders --declare promotion/offers
spamkit inspect mine.spam --verify
