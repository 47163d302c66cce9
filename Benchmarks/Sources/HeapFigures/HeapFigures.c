// The header of glibc's allocator is in no module that Swift can import.

#include "HeapFigures.h"

#if defined(__linux__) && defined(__GLIBC__)
#include <malloc.h>

unsigned long heap_bytes(void) {
    struct mallinfo2 heap = mallinfo2();
    return heap.uordblks + heap.hblkhd;
}
#else
unsigned long heap_bytes(void) { return 0; }
#endif
