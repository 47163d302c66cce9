/*
 * Calls that no program should make, and files that no program should have:
 *     hostile FOLDER STEP            FOLDER: what Sources/samples wrote
 * Every STEP-th byte of the model, of rules and of an overlay is damaged in turn. Run bare, under
 * valgrind and with the address sanitizer.
 */
#include <math.h>
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>

#include "texts.h"

enum { MESSAGES = 200, CLUES = 4000 };

static spamfilter_message messages[MESSAGES];
static spamfilter_clue clues[CLUES];
static size_t message_count;

static void check_pointers(const char *path, spamfilter_model *model) {
    spamfilter_model *other = NULL;
    spamfilter_message message = {0};
    spamfilter_verdict verdict;
    spamfilter_explanation why;
    EXPECT(spamfilter_open(NULL, NULL, &other) == SPAMFILTER_ARGUMENT && other == NULL);
    EXPECT(spamfilter_open(path, NULL, NULL) == SPAMFILTER_ARGUMENT);
    EXPECT(spamfilter_open_bytes(NULL, 10, NULL, &other) == SPAMFILTER_ARGUMENT && other == NULL);
    EXPECT(spamfilter_open_bytes(NULL, 0, NULL, &other) == SPAMFILTER_MODEL && other == NULL);
    EXPECT(spamfilter_open_bytes("", 0, NULL, NULL) == SPAMFILTER_ARGUMENT);
    EXPECT(spamfilter_classify(NULL, &message, &verdict) == SPAMFILTER_ARGUMENT);
    EXPECT(spamfilter_classify(model, NULL, &verdict) == SPAMFILTER_ARGUMENT);
    EXPECT(spamfilter_classify(model, &message, NULL) == SPAMFILTER_ARGUMENT);
    EXPECT(spamfilter_classify(model, &message, &verdict) == SPAMFILTER_OK);
    EXPECT(spamfilter_explain(NULL, &message, SPAMFILTER_WHY_ACTION, &why, clues, 1) == SPAMFILTER_ARGUMENT);
    EXPECT(spamfilter_explain(model, NULL, SPAMFILTER_WHY_ACTION, &why, clues, 1) == SPAMFILTER_ARGUMENT);
    EXPECT(spamfilter_explain(model, &message, SPAMFILTER_WHY_ACTION, NULL, clues, 1) == SPAMFILTER_ARGUMENT);
    EXPECT(spamfilter_explain(model, &message, SPAMFILTER_WHY_ACTION, &why, NULL, 1) == SPAMFILTER_ARGUMENT);
    EXPECT(spamfilter_explain(model, &message, 7, &why, clues, 1) == SPAMFILTER_ARGUMENT);
    EXPECT(spamfilter_explain(model, &message, SPAMFILTER_WHY_ACTION, &why, clues, SIZE_MAX) == SPAMFILTER_OK);
    EXPECT(spamfilter_labels(NULL, NULL, 9) == 0 && spamfilter_labels(model, NULL, 9) == 2);
    int32_t labels[SPAMFILTER_CLASSES] = {0};
    EXPECT(spamfilter_labels(model, labels, SIZE_MAX) == 2 && labels[0] != 0 && labels[1] != 0 && labels[2] == 0);
    EXPECT(spamfilter_label_name(-1) == NULL && spamfilter_label_name(INT32_MAX) == NULL);
    spamfilter_close(NULL);
}

/* Texts one by one say the same as a message, and are refused alike. */
static void check_parts(spamfilter_model *model) {
    spamfilter_verdict whole, parts;
    EXPECT(spamfilter_classify_text(NULL, "x", 1, "y", 1, "KR", 2, &parts) == SPAMFILTER_ARGUMENT);
    EXPECT(spamfilter_classify_text(model, "x", 1, "y", 1, "KR", 2, NULL) == SPAMFILTER_ARGUMENT);
    EXPECT(spamfilter_classify_text(model, NULL, 1, NULL, 0, NULL, 0, &parts) == SPAMFILTER_ARGUMENT);
    EXPECT(spamfilter_classify_text(model, NULL, 0, NULL, 1, NULL, 0, &parts) == SPAMFILTER_ARGUMENT);
    EXPECT(spamfilter_classify_text(model, NULL, 0, NULL, 0, NULL, 1, &parts) == SPAMFILTER_ARGUMENT);
    EXPECT(spamfilter_classify_text(model, "x", -1, NULL, 0, NULL, 0, &parts) == SPAMFILTER_ARGUMENT);
    EXPECT(spamfilter_classify_text(model, "x", 1, "y", INT32_MIN, NULL, 0, &parts) == SPAMFILTER_ARGUMENT);
    EXPECT(spamfilter_classify_text(model, "x", 1, "y", 1, "KR", -2, &parts) == SPAMFILTER_ARGUMENT);
    for (size_t i = 0; i < message_count; i++) {
        const spamfilter_message *m = &messages[i];
        EXPECT(spamfilter_classify(model, m, &whole) == SPAMFILTER_OK);
        EXPECT(spamfilter_classify_text(
                   model, m->body, (int32_t)m->body_length, m->sender, (int32_t)m->sender_length, m->country,
                   (int32_t)m->country_length, &parts) == SPAMFILTER_OK);
        EXPECT(memcmp(&whole, &parts, sizeof whole) == 0);
    }
}

static void check_lengths(spamfilter_model *model) {
    const size_t lengths[] = {(size_t)SPAMFILTER_LONGEST + 1, SIZE_MAX / 2, SIZE_MAX / 2 + 1, SIZE_MAX - 1, SIZE_MAX};
    spamfilter_verdict verdict;
    spamfilter_model *other;
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        spamfilter_message body = {.body = "x", .body_length = lengths[i]};
        spamfilter_message sender = {.sender = "x", .sender_length = lengths[i]};
        spamfilter_message country = {.country = "x", .country_length = lengths[i]};
        spamfilter_message absent = {.body_length = i + 1};
        memset(&verdict, 0x5A, sizeof verdict);
        EXPECT(spamfilter_classify(model, &body, &verdict) == SPAMFILTER_ARGUMENT);
        EXPECT(spamfilter_classify(model, &sender, &verdict) == SPAMFILTER_ARGUMENT);
        EXPECT(spamfilter_classify(model, &country, &verdict) == SPAMFILTER_ARGUMENT);
        EXPECT(spamfilter_classify(model, &absent, &verdict) == SPAMFILTER_ARGUMENT);
        EXPECT(verdict.action == 0x5A5A5A5A);
        EXPECT(spamfilter_open_bytes("x", lengths[i], NULL, &other) == SPAMFILTER_ARGUMENT);
    }
}

/* A batch says what single calls say, and nothing where one message cannot be. */
static void check_batches(spamfilter_model *model) {
    static spamfilter_verdict verdicts[MESSAGES];
    static double odds[2 * MESSAGES];
    spamfilter_message some[3] = {messages[0], messages[1], messages[2]};
    const size_t counts[] = {(size_t)SPAMFILTER_LONGEST + 1, SIZE_MAX / 2, SIZE_MAX / 2 + 1, SIZE_MAX};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        EXPECT(spamfilter_classify_batch(model, some, counts[i], 0, verdicts) == SPAMFILTER_ARGUMENT);
        EXPECT(spamfilter_log_odds(model, some, counts[i], odds) == SPAMFILTER_ARGUMENT);
    }
    EXPECT(spamfilter_classify_batch(NULL, some, 3, 0, verdicts) == SPAMFILTER_ARGUMENT);
    EXPECT(spamfilter_classify_batch(model, NULL, 3, 0, verdicts) == SPAMFILTER_ARGUMENT);
    EXPECT(spamfilter_classify_batch(model, some, 3, 0, NULL) == SPAMFILTER_ARGUMENT);
    EXPECT(spamfilter_classify_batch(model, some, 3, 2, verdicts) == SPAMFILTER_ARGUMENT);
    EXPECT(spamfilter_classify_batch(model, NULL, 0, 0, NULL) == SPAMFILTER_OK);
    EXPECT(spamfilter_log_odds(NULL, some, 3, odds) == SPAMFILTER_ARGUMENT);
    EXPECT(spamfilter_log_odds(model, NULL, 3, odds) == SPAMFILTER_ARGUMENT);
    EXPECT(spamfilter_log_odds(model, some, 3, NULL) == SPAMFILTER_ARGUMENT);
    EXPECT(spamfilter_log_odds(model, NULL, 0, NULL) == SPAMFILTER_OK);
    some[2] = (spamfilter_message){.sender_length = 1};
    memset(verdicts, 0x5A, sizeof verdicts);
    odds[0] = 4711;
    EXPECT(spamfilter_classify_batch(model, some, 3, 0, verdicts) == SPAMFILTER_ARGUMENT && verdicts[0].action == 0x5A5A5A5A);
    EXPECT(spamfilter_log_odds(model, some, 3, odds) == SPAMFILTER_ARGUMENT && odds[0] == 4711);
    EXPECT(spamfilter_classify_batch(model, messages, message_count, SPAMFILTER_WITHOUT_RULES, verdicts) == SPAMFILTER_OK);
    EXPECT(spamfilter_log_odds(model, messages, message_count, odds) == SPAMFILTER_OK);
    for (size_t i = 0; i < message_count; i++) {
        spamfilter_verdict one;
        EXPECT(spamfilter_classify(model, &messages[i], &one) == SPAMFILTER_OK);
        EXPECT(memcmp(&one, &verdicts[i], sizeof one) == 0);
        EXPECT(odds[2 * i + 1] == one.junk_log_odds && fabs(odds[2 * i] + one.junk_log_odds) < 1e-9);
    }
}

/* Features fit the room that there is, and their slots lie in the table. */
static void check_features(spamfilter_model *model, const char *bytes, size_t length) {
    static spamfilter_feature features[CLUES];
    size_t count = 4711, all, found_length = 0;
    EXPECT(spamfilter_features(NULL, messages, features, 1, &count) == SPAMFILTER_ARGUMENT);
    EXPECT(spamfilter_features(model, NULL, features, 1, &count) == SPAMFILTER_ARGUMENT);
    EXPECT(spamfilter_features(model, messages, NULL, 1, &count) == SPAMFILTER_ARGUMENT);
    EXPECT(spamfilter_features(model, messages, features, 1, NULL) == SPAMFILTER_ARGUMENT && count == 4711);
    for (size_t i = 0, known = 0; i < message_count; i++) {
        EXPECT(spamfilter_features(model, &messages[i], NULL, 0, &all) == SPAMFILTER_OK);
        EXPECT(spamfilter_features(model, &messages[i], features, SIZE_MAX, &count) == SPAMFILTER_OK && count == all);
        for (size_t f = 0; f < count && f < CLUES; f++) {
            EXPECT(features[f].slot == SPAMFILTER_NO_SLOT || features[f].slot < length / 2);
            known += features[f].slot != SPAMFILTER_NO_SLOT;
        }
        EXPECT(known > 0 || i + 1 < message_count);
    }
    const void *found = spamfilter_bytes(model, &found_length);
    EXPECT(found_length == length && memcmp(found, bytes, length) == 0 && spamfilter_bytes(model, NULL) == found);
    EXPECT(spamfilter_bytes(NULL, &found_length) == NULL && found_length == 0);
}

/* Of memory that is no model only its beginning is read: the rest cannot be. */
static void check_no_model(void) {
    const size_t page = 65536;
    char *memory = mmap(NULL, SPAMFILTER_LONGEST, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    EXPECT(memory != MAP_FAILED && mprotect(memory, page, PROT_READ) == 0);
    spamfilter_model *model;
    EXPECT(spamfilter_open_bytes(memory, SPAMFILTER_LONGEST, NULL, &model) == SPAMFILTER_MODEL && model == NULL);
    munmap(memory, SPAMFILTER_LONGEST);
}

/* Keys that are none, and a key that signed nothing. */
static void check_keys(const char *path) {
    /* The first key of RFC 8032, section 7.1, and the neutral point. */
    static const uint8_t keys[64] = {
        0xD7, 0x5A, 0x98, 0x01, 0x82, 0xB1, 0x0A, 0xB7, 0xD5, 0x4B, 0xFE, 0xD3, 0xC9, 0x64, 0x07, 0x3A,
        0x0E, 0xE1, 0x72, 0xF3, 0xDA, 0xA6, 0x23, 0x25, 0xAF, 0x02, 0x1A, 0x68, 0xF7, 0x07, 0x51, 0x1A, 1,
    };
    const struct { uint32_t count; const uint8_t *keys; int status; } cases[] = {
        {1, keys, SPAMFILTER_SIGNATURE}, {2, keys, SPAMFILTER_ARGUMENT}, {1, keys + 32, SPAMFILTER_ARGUMENT},
        {0, keys, SPAMFILTER_ARGUMENT}, {1001, keys, SPAMFILTER_ARGUMENT}, {UINT32_MAX, keys, SPAMFILTER_ARGUMENT},
        {1, NULL, SPAMFILTER_ARGUMENT}, {UINT32_MAX, NULL, SPAMFILTER_ARGUMENT}, {0, NULL, SPAMFILTER_OK},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        spamfilter_model *model;
        /* A piece of the heap, so that a read of one key too many is seen. */
        uint8_t *copy = malloc(sizeof keys);
        EXPECT(copy != NULL);
        memcpy(copy, keys, sizeof keys);
        spamfilter_options options = {.size = sizeof options, .public_key_count = cases[i].count};
        if (cases[i].keys) options.public_keys = copy + (cases[i].keys - keys);
        EXPECT(spamfilter_open(path, &options, &model) == cases[i].status);
        EXPECT((model != NULL) == (cases[i].status == SPAMFILTER_OK));
        spamfilter_close(model);
        free(copy);
    }
}

static void check_options(const char *path) {
    struct { spamfilter_options options; char later[64]; } newer;
    spamfilter_model *model;
    const size_t sizes[] = {0, 1, sizeof(spamfilter_options) - 1, 5000, SIZE_MAX};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        spamfilter_options options = {.size = sizes[i]};
        EXPECT(spamfilter_open(path, &options, &model) == SPAMFILTER_ARGUMENT && model == NULL);
    }
    for (int bit = 0; bit < 32; bit++) {
        spamfilter_options options = {.size = sizeof options, .flags = UINT32_C(1) << bit};
        EXPECT(spamfilter_open(path, &options, &model) == (bit < 2 ? SPAMFILTER_OK : SPAMFILTER_ARGUMENT));
        spamfilter_close(model);
    }
    memset(&newer, 0, sizeof newer);
    newer.options.size = sizeof newer;
    EXPECT(spamfilter_open(path, &newer.options, &model) == SPAMFILTER_OK);
    spamfilter_close(model);
    newer.later[63] = 1;
    EXPECT(spamfilter_open(path, &newer.options, &model) == SPAMFILTER_ARGUMENT);
    EXPECT(spamfilter_open("/\xFFwhere", NULL, &model) == SPAMFILTER_ARGUMENT && model == NULL);
    EXPECT(spamfilter_open("/nowhere/at.all", NULL, &model) == SPAMFILTER_FILE && model == NULL);
    EXPECT(spamfilter_open("/", NULL, &model) == SPAMFILTER_FILE && model == NULL);
    EXPECT(spamfilter_open("/dev/null", NULL, &model) == SPAMFILTER_FILE && model == NULL);
}

/* Contributions sum to the score, whatever the room for clues. */
static void check_explanations(spamfilter_model *model) {
    for (size_t i = 0; i < message_count; i++) {
        spamfilter_explanation why, again;
        EXPECT(spamfilter_explain(model, &messages[i], SPAMFILTER_WHY_JUNK, &why, clues, CLUES) == SPAMFILTER_OK);
        double sum = why.bias + why.own_examples;
        for (size_t c = 0; c < why.clue_count; c++) {
            EXPECT(clues[c].start <= clues[c].end && clues[c].end <= messages[i].body_length);
            EXPECT(memchr(clues[c].kind, 0, sizeof clues[c].kind) != NULL);
            sum += clues[c].contribution;
        }
        EXPECT(fabs(sum - why.score) < 1e-6);
        EXPECT(spamfilter_explain(model, &messages[i], SPAMFILTER_WHY_JUNK, &again, NULL, 0) == SPAMFILTER_OK);
        EXPECT(again.clue_count == why.clue_count && again.score == why.score);
    }
}

/* A model with one other byte, and one that is cut off: refused, or read without checksums. */
static void check_damage(const char *bytes, size_t length, size_t step) {
    spamfilter_options unchecked = {.size = sizeof unchecked, .flags = SPAMFILTER_UNCHECKED};
    spamfilter_model *model;
    size_t opened = 0;
    for (size_t i = 0; i < length; i += i < 512 ? 1 : step) {
        /* Each time a piece of the heap that ends with the model, so that valgrind sees a step too far. */
        char *damaged = malloc(length);
        EXPECT(damaged != NULL);
        memcpy(damaged, bytes, length);
        damaged[i] ^= (char)(1 + i % 255);
        EXPECT(spamfilter_open_bytes(damaged, length, NULL, &model) == SPAMFILTER_MODEL && model == NULL);
        if (spamfilter_open_bytes(damaged, length, &unchecked, &model) == SPAMFILTER_OK) {
            spamfilter_verdict verdict;
            spamfilter_explanation why;
            const spamfilter_message *message = &messages[opened++ % message_count];
            EXPECT(spamfilter_classify(model, message, &verdict) == SPAMFILTER_OK);
            EXPECT(spamfilter_explain(model, message, SPAMFILTER_WHY_ACTION, &why, clues, CLUES) == SPAMFILTER_OK);
            size_t features;
            EXPECT(spamfilter_features(model, message, NULL, 0, &features) == SPAMFILTER_OK);
            double odds[SPAMFILTER_CLASSES];
            EXPECT(spamfilter_log_odds(model, message, 1, odds) == SPAMFILTER_OK);
            spamfilter_close(model);
        }
        free(damaged);
    }
    EXPECT(opened > 0);
    for (size_t cut = 0; cut < length; cut += cut < 512 ? 1 : 13 * step) {
        EXPECT(spamfilter_open_bytes(bytes, cut, &unchecked, &model) == SPAMFILTER_MODEL && model == NULL);
    }
}

static void write_file(const char *path, const char *bytes, size_t length) {
    FILE *file = fopen(path, "wb");
    EXPECT(file != NULL && fwrite(bytes, 1, length, file) == length && fclose(file) == 0);
}

/* The same for a file that goes beside the model. Checksums are compared in any case for an overlay. */
static void check_extra(const char *folder, const char *name, size_t step, int is_overlay) {
    const int refused = is_overlay ? SPAMFILTER_OVERLAY : SPAMFILTER_RULES;
    char model_path[4096], path[4096], damaged[4096];
    snprintf(model_path, sizeof model_path, "%s/pair.spam", folder);
    snprintf(path, sizeof path, "%s/%s", folder, name);
    snprintf(damaged, sizeof damaged, "%s/damaged", folder);
    size_t length, opened = 0;
    char *bytes = read_file(path, &length);
    spamfilter_model *model;
    spamfilter_options options = {.size = sizeof options};
    *(is_overlay ? &options.overlay_path : &options.rules_path) = path;
    EXPECT(spamfilter_open(model_path, &options, &model) == SPAMFILTER_OK);
    check_explanations(model);
    spamfilter_close(model);
    *(is_overlay ? &options.overlay_path : &options.rules_path) = damaged;
    for (size_t i = 0; i < length; i += i < 256 ? 1 : step) {
        bytes[i] ^= (char)(1 + i % 255);
        write_file(damaged, bytes, length);
        bytes[i] ^= (char)(1 + i % 255);
        options.flags = SPAMFILTER_MAPPED;
        EXPECT(spamfilter_open(model_path, &options, &model) == refused && model == NULL);
        options.flags = SPAMFILTER_MAPPED | SPAMFILTER_UNCHECKED;
        if (spamfilter_open(model_path, &options, &model) != SPAMFILTER_OK) continue;
        EXPECT(!is_overlay);
        for (size_t m = 0; m < message_count; m += 1 + opened % 7) {
            spamfilter_verdict verdict;
            EXPECT(spamfilter_classify(model, &messages[m], &verdict) == SPAMFILTER_OK);
        }
        opened++;
        spamfilter_close(model);
    }
    EXPECT((opened > 0) == !is_overlay);
    options.flags = SPAMFILTER_MAPPED | SPAMFILTER_UNCHECKED;
    for (size_t cut = 0; cut < length; cut += cut < 256 ? 1 : 13 * step) {
        write_file(damaged, bytes, cut);
        EXPECT(spamfilter_open(model_path, &options, &model) == refused && model == NULL);
    }
    free(bytes);
}

static void *last_error_elsewhere(void *unused) {
    (void)unused;
    EXPECT(spamfilter_last_error()[0] == 0);
    EXPECT(spamfilter_open(NULL, NULL, NULL) == SPAMFILTER_ARGUMENT);
    EXPECT(strstr(spamfilter_last_error(), "the place for a model"));
    return NULL;
}

static void check_last_error(void) {
    /* Longer than what is kept, and of characters of three bytes. */
    static char path[6000];
    spamfilter_model *model;
    pthread_t thread;
    for (size_t i = 0; i + 3 < sizeof path; i += 3) memcpy(path + i, "\xEA\xB0\x80", 3);
    EXPECT(spamfilter_open(path, NULL, &model) == SPAMFILTER_FILE);
    size_t length = strlen(spamfilter_last_error());
    EXPECT(length > 1000 && length % 3 == 0);
    EXPECT(pthread_create(&thread, NULL, last_error_elsewhere, NULL) == 0);
    pthread_join(thread, NULL);
    EXPECT(strlen(spamfilter_last_error()) == length);
}

int main(int argc, char **argv) {
    EXPECT(argc == 3);
    char path[4096], messages_path[4096];
    snprintf(path, sizeof path, "%s/pair.spam", argv[1]);
    snprintf(messages_path, sizeof messages_path, "%s/messages", argv[1]);
    size_t length, messages_length, step = (size_t)atoi(argv[2]);
    char *bytes = read_file(path, &length), *texts = read_file(messages_path, &messages_length);
    message_count = read_messages(texts, messages_length, messages, MESSAGES);
    spamfilter_model *model;
    EXPECT(spamfilter_open(path, NULL, &model) == SPAMFILTER_OK);
    check_pointers(path, model);
    check_parts(model);
    check_lengths(model);
    check_batches(model);
    check_features(model, bytes, length);
    check_no_model();
    check_options(path);
    check_keys(path);
    check_explanations(model);
    check_damage(bytes, length, step);
    check_extra(argv[1], "rules", step, 0);
    check_extra(argv[1], "own", step, 1);
    check_last_error();
    spamfilter_close(model);
    free(bytes);
    free(texts);
    puts("hostile: every call returned");
    return 0;
}
