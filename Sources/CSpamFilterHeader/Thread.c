/* The last error of each thread. */
#include <string.h>

#include "spamfilter.h"
#include "spamfilter_thread.h"

static _Thread_local char last_error[1024];

void filter_keep_error(const char *text, size_t length) {
    if (length >= sizeof last_error) {
        length = sizeof last_error - 1;
        /* Back to where a character begins. */
        while (length > 0 && ((unsigned char)text[length] & 0xC0) == 0x80) length--;
    }
    memcpy(last_error, text, length);
    last_error[length] = 0;
}

const char *spamfilter_last_error(void) { return last_error; }

uint32_t filter_thread_number(void) {
    /* Multiplied, so that threads differ in the low bits too. */
    return (uint32_t)((uint64_t)(uintptr_t)last_error * 0x9E3779B97F4A7C15u >> 32);
}
