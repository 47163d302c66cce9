/*
 * spamfilter.h - classify messages with a spamkit model, from C and what calls C.
 *
 * SYNOPSIS
 *
 *     #include <spamfilter.h>                cc ... $(pkg-config --cflags --libs spamfilter)
 *
 *     spamfilter_model *model;
 *     if (spamfilter_open("mine.spam", NULL, &model) != SPAMFILTER_OK) {
 *         fprintf(stderr, "%s\n", spamfilter_last_error());
 *         exit(1);
 *     }
 *     spamfilter_message message = { .body = body, .body_length = strlen(body) };
 *     spamfilter_verdict verdict;
 *     if (spamfilter_classify(model, &message, &verdict) == SPAMFILTER_OK)
 *         puts(spamfilter_label_name(verdict.action));
 *     spamfilter_close(model);
 *
 * TEXT
 *     Bytes in UTF-8 with a length; no NUL is needed, and one inside is read as a symbol. Bytes
 *     that are not UTF-8 are read as symbols too. Nothing is kept of a message behind a call.
 *     Paths, and texts that the library returns, end with NUL. A path is UTF-8: with other bytes it
 *     is refused with SPAMFILTER_ARGUMENT, as repaired it would name another file.
 *
 * ERRORS
 *     Functions that can fail return a status, SPAMFILTER_OK or another one below. They write to
 *     their results only if they succeed; but a failed opening sets the model to NULL.
 *     spamfilter_last_error() says what was wrong. A null pointer where one is needed, a length out
 *     of range and a damaged file are errors. A pointer to memory that is not the caller's cannot
 *     be noticed. No text names a message or a sender.
 *
 * THREADS
 *     Any number of threads may share a model. spamfilter_close() must be the last call for it.
 *
 * MEMORY
 *     An open model has its files in memory, and some 62 KiB, with the rules of a file besides its
 *     lists, for each call that was under way at the same time, 64 of them at most. A decision takes
 *     nothing from the heap, except where more calls are under way than ever before, or more than
 *     64. An explanation takes some KiB, whatever the length of the body, and gives them back.
 *     Where no memory is left for a file or a model, a status says so. Where even pieces of some
 *     KiB run out, the process ends.
 *
 * STABILITY
 *     Structs that the library reads begin with their size if they may grow. All others keep their
 *     layout, and all numbers their meaning, as long as the shared library keeps its number:
 *     libspamfilter.so.0.
 */
#ifndef SPAMFILTER_H
#define SPAMFILTER_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What a function returns. */
enum {
    SPAMFILTER_OK = 0,
    /* A null pointer, a length, a path or an option that cannot be. */
    SPAMFILTER_ARGUMENT = 1,
    /* A file could not be read, is larger than its kind can be, or has no room in memory. */
    SPAMFILTER_FILE = 2,
    /* No model, a damaged one, or one of another version. */
    SPAMFILTER_MODEL = 3,
    /* The model or the rules are not signed by any of the given keys. */
    SPAMFILTER_SIGNATURE = 4,
    /* The rules file is none, damaged, or of another version. */
    SPAMFILTER_RULES = 5,
    /* The personal overlay is none, damaged, or made for another model. */
    SPAMFILTER_OVERLAY = 6,
    /* No memory is left for the copy of a model. */
    SPAMFILTER_MEMORY = 7
};

/* What to do with a message. The numbers are those of Apple's ILMessageFilterAction. */
enum {
    /* Unsure: show the message, or ask somebody who knows more. */
    SPAMFILTER_NONE = 0,
    SPAMFILTER_ALLOW = 1,
    SPAMFILTER_JUNK = 2,
    SPAMFILTER_PROMOTION = 3,
    SPAMFILTER_TRANSACTION = 4
};

/* The folders within an action. The numbers are those of Apple's ILMessageFilterSubAction. */
enum {
    SPAMFILTER_TRANSACTION_OTHERS = 10000,
    SPAMFILTER_TRANSACTION_FINANCE = 10001,
    SPAMFILTER_TRANSACTION_ORDERS = 10002,
    SPAMFILTER_TRANSACTION_REMINDERS = 10003,
    SPAMFILTER_TRANSACTION_HEALTH = 10004,
    SPAMFILTER_TRANSACTION_WEATHER = 10005,
    SPAMFILTER_TRANSACTION_CARRIER = 10006,
    SPAMFILTER_TRANSACTION_REWARDS = 10007,
    SPAMFILTER_TRANSACTION_PUBLIC_SERVICES = 10008,
    SPAMFILTER_PROMOTION_OTHERS = 20000,
    SPAMFILTER_PROMOTION_OFFERS = 20001,
    SPAMFILTER_PROMOTION_COUPONS = 20002
};

/* The most classes of a model. */
#define SPAMFILTER_CLASSES 16

/* The most bytes of a body, a sender or a country. */
#define SPAMFILTER_LONGEST 0x7FFFFFFF

/* An open model. */
typedef struct spamfilter_model spamfilter_model;

/* How a model is opened; flags of spamfilter_options. */
enum {
    /* Map the file instead of copying it: less memory, as processes share it. If somebody shortens
       the file meanwhile, the process ends (SIGBUS). Only for files that are replaced by rename. */
    SPAMFILTER_MAPPED = 1,
    /* Do not read the whole file to compare its checksums. What a decision depends on is checked
       all the same: a damaged model then gives other verdicts, and nothing worse. */
    SPAMFILTER_UNCHECKED = 2
};

/* Set all to zero, then size, then what is wanted. */
typedef struct spamfilter_options {
    /* sizeof(spamfilter_options). A library older than the program refuses options that it does
       not know, unless they are zero. */
    size_t size;
    uint32_t flags;
    uint32_t public_key_count;
    /* Ed25519 public keys, 32 bytes each, one behind the other. With keys, a model that none of
       them signed, or that was altered since, is refused. Do not map a file that others may alter
       while it is in use. */
    const uint8_t *public_keys;
    /* A file of rules and lists that go before the model, as `spamkit rules compile` writes it, or
       NULL. With keys, it must be signed too. */
    const char *rules_path;
    /* A person's own examples, as `spamkit overlay` writes them, or NULL. Read when the model is
       opened: open it again after others were learned. */
    const char *overlay_path;
} spamfilter_options;

/* A message. A null pointer with the length 0 is an unknown or empty text. */
typedef struct spamfilter_message {
    const char *body;
    size_t body_length;
    /* A number, a word such as MYBANK, an e-mail address. */
    const char *sender;
    size_t sender_length;
    /* ISO 3166-1 code of the receiver's country, such as KR. Read only with a sender. */
    const char *country;
    size_t country_length;
} spamfilter_message;

/* Who decides. The first tier that a message meets does, in this order; then the model. */
enum {
    SPAMFILTER_BY_MODEL = 0,
    SPAMFILTER_BY_ALLOW = 1,
    SPAMFILTER_BY_DENY = 2,
    SPAMFILTER_BY_ALLOW_LIST = 3,
    SPAMFILTER_BY_DENY_LIST = 4,
    SPAMFILTER_BY_RULE = 5
};

/* What the filter says about a message. */
typedef struct spamfilter_verdict {
    /* What to do, after the model's cutoffs: SPAMFILTER_NONE when unsure. */
    int32_t action;
    /* The folder within the action; 0 for none. */
    int32_t sub_action;
    /* The model's most probable label, before cutoffs: a sub-action, or an action where none is
       likely. 0 where the model was not asked: the sender's rules decided, or rules were there and
       the body is empty. */
    int32_t label;
    /* SPAMFILTER_BY_MODEL, or the tier of the rule or list that decided. */
    int32_t decided_by;
    /* The place of that rule or list in its tier, from 0; 0 for the model. */
    int32_t rule_number;
    /* Reserved, 0. */
    int32_t reserved;
    /* Natural logarithm of P(junk) / P(not junk), calibrated; -infinity for a model without junk,
       not a number where the model was not asked. */
    double junk_log_odds;
    /* The probability of each class in the order of spamfilter_labels(), 0 behind the last. Those
       of the actions sum to 1, those of an action's sub-actions to the action's own. */
    float probabilities[SPAMFILTER_CLASSES];
} spamfilter_verdict;

/* What a clue was read from. */
enum {
    SPAMFILTER_CLUE_IN_BODY = 0,
    /* The body as a whole: how long it is. */
    SPAMFILTER_CLUE_IS_LENGTH = 1,
    /* The sender or the country. */
    SPAMFILTER_CLUE_IS_SENDER = 2
};

/* What one feature of a message adds. */
typedef struct spamfilter_clue {
    /* The bytes of the body, from start to before end; both 0 outside the body. */
    size_t start;
    size_t end;
    /* Natural log-odds: above 0 speaks for what is explained, below 0 against it. */
    double contribution;
    int32_t place;
    /* The kind of feature in a few words, such as "pair". */
    char kind[44];
} spamfilter_clue;

/* What spamfilter_explain() explains. */
enum {
    /* The most probable action, against the next one. */
    SPAMFILTER_WHY_ACTION = 0,
    /* Junk, against all other actions. */
    SPAMFILTER_WHY_JUNK = 1
};

/* A verdict with its reasons. bias, own_examples and the contributions of all clues sum to score. */
typedef struct spamfilter_explanation {
    spamfilter_verdict verdict;
    /* The action that is explained, and the one it is compared with. */
    int32_t favored;
    int32_t against;
    /* ln P(favored) - ln P(against), calibrated. */
    double score;
    /* The part of the score that no feature accounts for. */
    double bias;
    /* The part of the score that the overlay accounts for; 0 without one. */
    double own_examples;
    /* All clues, also those that had no room. */
    size_t clue_count;
} spamfilter_explanation;

/* The slot of a feature that the model has no weight for. */
#define SPAMFILTER_NO_SLOT 0xFFFFFFFF

/* A feature of a message as a model sees it. */
typedef struct spamfilter_feature {
    /* What the reader made of the token. */
    uint64_t hash;
    /* The slot of the model's feature table whose weights it has, counted from 0 over all buckets, or
       SPAMFILTER_NO_SLOT. */
    uint32_t slot;
    /* 1 for characters inside a word, which trainers may weigh otherwise than words; else 0. */
    uint32_t is_char_ngram;
} spamfilter_feature;

/*
 * Opens a model file. options may be NULL. Close the model after use.
 *
 * SPAMFILTER_ARGUMENT, SPAMFILTER_FILE, SPAMFILTER_MODEL, and for options SPAMFILTER_SIGNATURE,
 * SPAMFILTER_RULES, SPAMFILTER_OVERLAY. Then *model is set to NULL. Takes time for each byte, some
 * 2 ms a megabyte; with SPAMFILTER_MAPPED and SPAMFILTER_UNCHECKED it takes microseconds.
 */
int spamfilter_open(const char *path, const spamfilter_options *options, spamfilter_model **model);

/*
 * The same for a model in memory, whose bytes are copied once its head was read. SPAMFILTER_MAPPED
 * is not for it. SPAMFILTER_MEMORY where the copy has no room; SPAMFILTER_FILE for the paths of
 * options alone.
 */
int spamfilter_open_bytes(const void *bytes, size_t length, const spamfilter_options *options, spamfilter_model **model);

/* Gives back what a model holds. NULL is allowed. No call for the model may be under way. */
void spamfilter_close(spamfilter_model *model);

/*
 * Decides on a message: every message has a verdict, empty, damaged, of any length up to
 * SPAMFILTER_LONGEST.
 *
 * SPAMFILTER_ARGUMENT. Takes time for each byte, some 0.6 us for an ordinary message.
 */
int spamfilter_classify(spamfilter_model *model, const spamfilter_message *message, spamfilter_verdict *verdict);

/*
 * The same for the parts of a message one by one. From other languages, arguments often cost less
 * than the fields of a struct. A negative length is SPAMFILTER_ARGUMENT.
 */
int spamfilter_classify_text(
    spamfilter_model *model, const char *body, int32_t body_length, const char *sender, int32_t sender_length,
    const char *country, int32_t country_length, spamfilter_verdict *verdict);

/* How a batch is classified; flags of spamfilter_classify_batch(). */
enum {
    /* What the model says, as if it had been opened without rules. */
    SPAMFILTER_WITHOUT_RULES = 1
};

/*
 * Decides on count messages: verdicts[i] is what spamfilter_classify() says of messages[i]. Both may
 * be NULL where count is 0.
 *
 * SPAMFILTER_ARGUMENT, also where one of the messages cannot be: then no verdict is written. Takes
 * as long as the messages one by one, without what a call costs.
 */
int spamfilter_classify_batch(
    spamfilter_model *model, const spamfilter_message *messages, size_t count, uint32_t flags,
    spamfilter_verdict *verdicts);

/*
 * Writes a row of natural log-odds for each of count messages: as many numbers as spamfilter_labels()
 * has labels, in their order. That of an action is ln P(action) - ln P(all other actions),
 * calibrated, as cutoffs are compared with it; that of junk has the bits of
 * spamfilter_verdict.junk_log_odds. That of a sub-action is against the other sub-actions of its
 * action, infinite where it has none. Without rules. Both may be NULL where count is 0.
 *
 * SPAMFILTER_ARGUMENT, also where one of the messages cannot be: then nothing is written.
 */
int spamfilter_log_odds(
    spamfilter_model *model, const spamfilter_message *messages, size_t count, double *log_odds);

/*
 * Explains what the model says, without rules: why is SPAMFILTER_WHY_ACTION or SPAMFILTER_WHY_JUNK.
 * Writes the first `capacity` clues, in the order of reading; clues may be NULL where capacity is
 * 0. If explanation->clue_count is more, call again with more room.
 *
 * SPAMFILTER_ARGUMENT, also for SPAMFILTER_WHY_JUNK where the model has no junk. Takes time for
 * each byte, and no memory for clues besides the caller's.
 */
int spamfilter_explain(
    spamfilter_model *model, const spamfilter_message *message, int why, spamfilter_explanation *explanation,
    spamfilter_clue *clues, size_t capacity);

/*
 * Writes the first `capacity` labels of the model's classes, actions or sub-actions, in the order
 * of spamfilter_verdict.probabilities. Returns how many classes there are; 0 for NULL.
 */
size_t spamfilter_labels(const spamfilter_model *model, int32_t *labels, size_t capacity);

/*
 * Writes the first `capacity` features of a message, in the order of reading, and to *count how many
 * there are; one that occurs twice comes twice. features may be NULL where capacity is 0. If *count
 * is more than the capacity, call again with more room. docs/exchange.md tells how slots and their
 * weights make a score.
 *
 * SPAMFILTER_ARGUMENT. Takes time for each byte.
 */
int spamfilter_features(
    spamfilter_model *model, const spamfilter_message *message, spamfilter_feature *features, size_t capacity,
    size_t *count);

/*
 * The bytes of the model's file, and to *length how many, unless length is NULL; NULL and 0 for
 * NULL. They are the library's: do not write to them. Valid until the model is closed.
 */
const void *spamfilter_bytes(const spamfilter_model *model, size_t *length);

/* Which of two models is newer: the higher number. 0 where the model has none, and for NULL. */
uint64_t spamfilter_sequence(const spamfilter_model *model);

/*
 * The name of an action or a sub-action, such as "junk" or "promotion/offers"; NULL for any other
 * number. Do not free it.
 */
const char *spamfilter_label_name(int32_t label);

/* The version of the library, such as "1.2.3". Do not free it. */
const char *spamfilter_version(void);

/*
 * What was wrong with the last call of this thread that failed: what was expected, what was found,
 * and the next step. "" where none failed. Valid until the next failure in this thread.
 */
const char *spamfilter_last_error(void);

#ifdef __cplusplus
}
#endif

#endif
