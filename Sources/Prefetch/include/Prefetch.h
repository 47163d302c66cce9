// Asks for memory that will soon be read: an instruction that Swift cannot express.

#ifndef PREFETCH_H
#define PREFETCH_H

/// Starts to fetch the cache line of an address. Does not wait, and any address is safe.
static inline void prefetch(const void *_Nullable address) { __builtin_prefetch(address); }

#endif
