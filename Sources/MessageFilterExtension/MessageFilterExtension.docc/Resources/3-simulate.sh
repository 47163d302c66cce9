cat > threads.jsonl <<'EVENTS'
{"sender":"MYBANK","text":"Your code is 402913.","label":"transaction/finance"}
{"sender":"+1 555 0100","text":"Last day! Claim your bonus at gold.example","country":"US","label":"junk"}
{"sender":"+1 555 0100","reply":true}
EVENTS
spamkit simulate mine.spam threads.jsonl
