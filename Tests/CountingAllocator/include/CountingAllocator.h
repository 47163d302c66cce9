// Counts every allocation of a program: malloc and its kin are replaced by ones that count.
#ifndef COUNTING_ALLOCATOR_H
#define COUNTING_ALLOCATOR_H

#include <stdbool.h>

/// Whether allocations of this C library can be counted: glibc only.
bool allocations_are_counted(void);

/// Calls of malloc, calloc, realloc, posix_memalign, aligned_alloc and memalign so far.
unsigned long allocation_count(void);

#endif
