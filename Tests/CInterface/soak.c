/*
 * Millions of decisions by threads that share a model:
 *     soak MODEL MESSAGES THREADS DECISIONS
 * Every verdict must be the one that the first thread found, and memory must not grow. Counts what
 * the heap holds, and the pages of the process.
 */
#include <malloc.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

#include "texts.h"

enum { MESSAGES = 5000, MOST_THREADS = 100 };

static spamfilter_message messages[MESSAGES];
static spamfilter_verdict expected[MESSAGES];
static size_t message_count, decisions;
static spamfilter_model *model;

static void *decide(void *first) {
    spamfilter_verdict verdict;
    memset(&verdict, 0, sizeof verdict);
    size_t i = (size_t)(char *)first * 37 % message_count;
    for (size_t n = 0; n < decisions; n++) {
        EXPECT(spamfilter_classify(model, &messages[i], &verdict) == SPAMFILTER_OK);
        EXPECT(memcmp(&verdict, &expected[i], sizeof verdict) == 0);
        if (++i == message_count) i = 0;
    }
    return NULL;
}

static void run(size_t threads) {
    pthread_t ids[MOST_THREADS];
    for (size_t t = 0; t < threads; t++) EXPECT(pthread_create(&ids[t], NULL, decide, (char *)NULL + t) == 0);
    for (size_t t = 0; t < threads; t++) pthread_join(ids[t], NULL);
}

static long resident_kib(void) {
    long pages = 0, resident = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    EXPECT(file && fscanf(file, "%ld %ld", &pages, &resident) == 2);
    fclose(file);
    return resident * (sysconf(_SC_PAGESIZE) / 1024);
}

int main(int argc, char **argv) {
    EXPECT(argc == 5);
    size_t length, threads = (size_t)atoi(argv[3]), all = (size_t)atoll(argv[4]);
    EXPECT(threads >= 1 && threads <= MOST_THREADS);
    char *texts = read_file(argv[2], &length);
    message_count = read_messages(texts, length, messages, MESSAGES);
    EXPECT(spamfilter_open(argv[1], NULL, &model) == SPAMFILTER_OK);
    for (size_t i = 0; i < message_count; i++) {
        EXPECT(spamfilter_classify(model, &messages[i], &expected[i]) == SPAMFILTER_OK);
    }

    decisions = 2 * message_count;
    run(threads);
    long before = resident_kib();
    /* One thread alone makes nothing: what it takes from the heap shows to the byte. */
    decisions = message_count;
    decide(NULL);
    size_t heap = mallinfo2().uordblks;
    decide(NULL);
    EXPECT(mallinfo2().uordblks == heap);
    decisions = all / threads;
    run(threads);
    long after = resident_kib();
    EXPECT(after - before < 1024);

    /* What an open model and an explanation hold is given back. */
    spamfilter_explanation why;
    spamfilter_model *other;
    for (int i = 0; i < 200; i++) {
        if (i == 100) heap = mallinfo2().uordblks;
        EXPECT(spamfilter_open(argv[1], NULL, &other) == SPAMFILTER_OK);
        EXPECT(spamfilter_explain(other, &messages[i], SPAMFILTER_WHY_ACTION, &why, NULL, 0) == SPAMFILTER_OK);
        EXPECT(spamfilter_open("/nowhere", NULL, &(spamfilter_model *){NULL}) == SPAMFILTER_FILE);
        spamfilter_close(other);
    }
    EXPECT(mallinfo2().uordblks == heap);
    spamfilter_close(model);
    free(texts);
    printf("soak: %zu decisions by %zu threads, memory grew by %ld KiB\n", decisions * threads, threads, after - before);
    return 0;
}
