// Drift: what a stream of messages is made of.
