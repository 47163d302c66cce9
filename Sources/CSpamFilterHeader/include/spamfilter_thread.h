/* What Swift has no word for: memory of a thread. Not for users of the library. */
#ifndef SPAMFILTER_THREAD_H
#define SPAMFILTER_THREAD_H

#include <stddef.h>
#include <stdint.h>

/* Keeps a text for spamfilter_last_error(). A long one is cut between characters. */
void filter_keep_error(const char *text, size_t length);

/* A number that differs from thread to thread. */
uint32_t filter_thread_number(void);

#endif
