// Memory that will soon be read, asked for before it is: the one instruction that Swift has no word for.

#ifndef PREFETCH_H
#define PREFETCH_H

/// Fetches the cache line of an address, whatever stands there. Waits for nothing, and any address will do.
static inline void prefetch(const void *_Nullable address) { __builtin_prefetch(address); }

#endif
