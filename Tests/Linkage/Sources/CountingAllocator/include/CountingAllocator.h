// Counts what a program takes from the heap, whoever in it asks: malloc and its kin are replaced by ones that count.
#ifndef COUNTING_ALLOCATOR_H
#define COUNTING_ALLOCATOR_H

#include <stdbool.h>

/// Whether this C library lets itself be counted: glibc only.
bool allocations_are_counted(void);

/// Calls of malloc, calloc, realloc, posix_memalign, aligned_alloc and memalign since the program began.
unsigned long allocation_count(void);

#endif
