// The program's own malloc overrides the C library's, for shared libraries too, and calls glibc's,
// which has a second name. free stays: memory comes from the same heap.

#include "CountingAllocator.h"

#include <stdlib.h>

#if defined(__linux__) && defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__)
#include <errno.h>
#include <stdatomic.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static atomic_ulong count;

bool allocations_are_counted(void) { return true; }
unsigned long allocation_count(void) { return atomic_load(&count); }

void *malloc(size_t size) {
    atomic_fetch_add(&count, 1);
    return __libc_malloc(size);
}

void *calloc(size_t n, size_t size) {
    atomic_fetch_add(&count, 1);
    return __libc_calloc(n, size);
}

void *realloc(void *memory, size_t size) {
    atomic_fetch_add(&count, 1);
    return __libc_realloc(memory, size);
}

void *memalign(size_t alignment, size_t size) {
    atomic_fetch_add(&count, 1);
    return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **memory, size_t alignment, size_t size) {
    void *found = memalign(alignment, size);
    if (!found) return ENOMEM;
    *memory = found;
    return 0;
}

#else

bool allocations_are_counted(void) { return false; }
unsigned long allocation_count(void) { return 0; }

#endif
