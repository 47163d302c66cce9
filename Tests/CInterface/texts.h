/* Reads what Sources/samples writes. */
#include <spamfilter.h>
#include <stdio.h>
#include <stdlib.h>

/* Ends the program where something that must hold does not. */
#define EXPECT(condition)                                                                        \
    do {                                                                                         \
        if (!(condition)) {                                                                      \
            fprintf(stderr, "%s:%d: %s; last error: %s\n", __FILE__, __LINE__, #condition, spamfilter_last_error()); \
            exit(1);                                                                             \
        }                                                                                        \
    } while (0)

/* The bytes of a file, to be freed. */
static char *read_file(const char *path, size_t *length) {
    FILE *file = fopen(path, "rb");
    EXPECT(file != NULL);
    fseek(file, 0, SEEK_END);
    *length = (size_t)ftell(file);
    rewind(file);
    char *bytes = malloc(*length + 1);
    EXPECT(bytes != NULL && fread(bytes, 1, *length, file) == *length);
    fclose(file);
    return bytes;
}

static const char *next_text(const unsigned char **at, size_t *length) {
    const unsigned char *p = *at;
    *length = p[0] | (size_t)p[1] << 8 | (size_t)p[2] << 16 | (size_t)p[3] << 24;
    *at = p + 4 + *length;
    return (const char *)p + 4;
}

/* At most `most` messages, whose texts stay in `bytes`. */
static size_t read_messages(const char *bytes, size_t length, spamfilter_message *messages, size_t most) {
    const unsigned char *at = (const unsigned char *)bytes, *end = at + length;
    size_t count = 0;
    while (at < end && count < most) {
        spamfilter_message *message = &messages[count++];
        message->body = next_text(&at, &message->body_length);
        message->sender = next_text(&at, &message->sender_length);
        message->country = next_text(&at, &message->country_length);
    }
    return count;
}
