#pragma once

#include <stdlib.h>

/// Bytes that the allocator has handed out, big blocks that are mappings of their own included; 0 where it is not glibc's.
unsigned long heap_bytes(void);
