/*
 * The module spamkit._core: the library for C, in batches, for Python. Written against the limited
 * API, so that one wheel serves every Python from 3.10 on.
 *
 * Messages come as a tuple, which keeps them alive, of str, bytes, bytearray or memoryview. Each is
 * copied as UTF-8 while the interpreter is held; then it is let go, and the core reads a chunk of
 * them. No error holds the text of a message.
 */
#define Py_LIMITED_API 0x030A0000
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <spamfilter.h>

enum {
    /* Messages that are read without the interpreter. */
    CHUNK = 256,
    /* The copies of a chunk: as soon as they have so many bytes, it ends. */
    CHUNK_BYTES = 1 << 20
};

static const char *const capsule_name = "spamkit._core.model";
/* Failure(status, text): what the library says. */
static PyObject *failure;

static void close_model(PyObject *capsule) {
    spamfilter_close((spamfilter_model *)PyCapsule_GetPointer(capsule, capsule_name));
}

static spamfilter_model *model_of(PyObject *capsule) {
    return (spamfilter_model *)PyCapsule_GetPointer(capsule, capsule_name);
}

/* Raises what the last call of this thread was refused for. */
static PyObject *raise_failure(int status) {
    const char *text = spamfilter_last_error();
    /* A path in it may have been cut. */
    PyObject *message = PyUnicode_DecodeUTF8(text, (Py_ssize_t)strlen(text), "replace");
    if (!message) return NULL;
    PyObject *arguments = Py_BuildValue("(iN)", status, message);
    if (!arguments) return NULL;
    PyErr_SetObject(failure, arguments);
    Py_DECREF(arguments);
    return NULL;
}

/* A text of the caller as UTF-8. */
typedef struct {
    /* Holds the bytes; NULL for none. */
    PyObject *owner;
    const char *bytes;
    Py_ssize_t length;
} text_bytes;

static int raise_type(PyObject *item, const char *what, Py_ssize_t index, const char *advice) {
    PyObject *name = PyObject_GetAttrString((PyObject *)Py_TYPE(item), "__name__");
    if (!name) return -1;
    if (index < 0)
        PyErr_Format(PyExc_TypeError, "%s: expected str or bytes, found %S%s", what, name, advice);
    else
        PyErr_Format(PyExc_TypeError, "%s %zd: expected str or bytes, found %S%s", what, index, name, advice);
    Py_DECREF(name);
    return -1;
}

static int is_missing(PyObject *item) {
    if (item == Py_None) return 1;
    return PyFloat_Check(item) && isnan(PyFloat_AsDouble(item));
}

/* Encodes item. A lone surrogate becomes the three bytes of its number, which are read as symbols. */
static int take_text(PyObject *item, int may_miss, const char *what, Py_ssize_t index, text_bytes *text) {
    memset(text, 0, sizeof *text);
    if (PyUnicode_Check(item)) {
        text->owner = PyUnicode_AsUTF8String(item);
        if (!text->owner && PyErr_ExceptionMatches(PyExc_UnicodeEncodeError)) {
            PyErr_Clear();
            text->owner = PyUnicode_AsEncodedString(item, "utf-8", "surrogatepass");
        }
    } else if (PyBytes_Check(item)) {
        Py_INCREF(item);
        text->owner = item;
    } else if (PyByteArray_Check(item) || PyMemoryView_Check(item)) {
        /* A copy: another thread may change it. */
        text->owner = PyBytes_FromObject(item);
    } else if (may_miss && is_missing(item)) {
        return 0;
    } else {
        return raise_type(item, what, index, is_missing(item) ? "; fill or drop missing messages first" : "");
    }
    if (!text->owner) return -1;
    char *bytes;
    if (PyBytes_AsStringAndSize(text->owner, &bytes, &text->length) < 0) {
        Py_CLEAR(text->owner);
        return -1;
    }
    text->bytes = bytes;
    if ((size_t)text->length > SPAMFILTER_LONGEST) {
        Py_CLEAR(text->owner);
        PyErr_Format(PyExc_ValueError, "%s %zd: expected at most 2,147,483,647 bytes, found %zd; cut it", what, index, text->length);
        return -1;
    }
    return 0;
}

/* The texts of one kind: a tuple with one for each message, or one for all. */
typedef struct {
    PyObject *tuple;
    text_bytes all;
    const char *what;
    int may_miss;
} text_column;

static int open_column(text_column *column, PyObject *source, const char *what, int may_miss, Py_ssize_t count) {
    memset(column, 0, sizeof *column);
    column->what = what;
    column->may_miss = may_miss;
    if (!PyTuple_Check(source)) return take_text(source, may_miss, what, -1, &column->all);
    if (PyTuple_Size(source) != count) {
        PyErr_Format(PyExc_ValueError, "%s: expected %zd of them, one for each message, found %zd", what, count, PyTuple_Size(source));
        return -1;
    }
    column->tuple = source;
    return 0;
}

/* Messages, a part of which is read at a time. */
typedef struct {
    spamfilter_model *model;
    text_column bodies, senders, countries;
    Py_ssize_t next, stop;
    int count;
    spamfilter_message messages[CHUNK];
    PyObject *owners[3 * CHUNK];
    int owner_count;
} batch;

static void release_chunk(batch *b) {
    while (b->owner_count > 0) Py_DECREF(b->owners[--b->owner_count]);
}

static void close_batch(batch *b) {
    release_chunk(b);
    Py_CLEAR(b->senders.all.owner);
    Py_CLEAR(b->countries.all.owner);
}

static int open_batch(batch *b, PyObject *capsule, PyObject *texts, PyObject *senders, PyObject *countries, Py_ssize_t start,
                      Py_ssize_t stop) {
    /* What close_batch gives back, also where a column is refused. */
    memset(&b->senders, 0, sizeof b->senders);
    memset(&b->countries, 0, sizeof b->countries);
    b->owner_count = b->count = 0;
    b->next = start;
    b->stop = stop;
    b->model = model_of(capsule);
    if (!b->model) return -1;
    if (!PyTuple_Check(texts)) {
        PyErr_SetString(PyExc_TypeError, "expected a tuple of messages");
        return -1;
    }
    Py_ssize_t count = PyTuple_Size(texts);
    if (start < 0 || stop < start || stop > count) {
        PyErr_SetString(PyExc_ValueError, "expected a range of the messages");
        return -1;
    }
    if (open_column(&b->bodies, texts, "message", 0, count) < 0 || open_column(&b->senders, senders, "sender", 1, count) < 0 ||
        open_column(&b->countries, countries, "country", 1, count) < 0) {
        close_batch(b);
        return -1;
    }
    return 0;
}

static int take_column(batch *b, const text_column *column, Py_ssize_t index, const char **bytes, size_t *length) {
    text_bytes text = column->all;
    if (column->tuple) {
        if (take_text(PyTuple_GetItem(column->tuple, index), column->may_miss, column->what, index, &text) < 0) return -1;
        if (text.owner) b->owners[b->owner_count++] = text.owner;
    }
    *bytes = text.bytes;
    *length = (size_t)text.length;
    return 0;
}

/* The next messages; 0 at the end, -1 with an exception. */
static int next_chunk(batch *b) {
    release_chunk(b);
    b->count = 0;
    size_t total = 0;
    while (b->next < b->stop && b->count < CHUNK && total < CHUNK_BYTES) {
        spamfilter_message *message = &b->messages[b->count];
        if (take_column(b, &b->bodies, b->next, &message->body, &message->body_length) < 0 ||
            take_column(b, &b->senders, b->next, &message->sender, &message->sender_length) < 0 ||
            take_column(b, &b->countries, b->next, &message->country, &message->country_length) < 0)
            return -1;
        total += message->body_length + message->sender_length + message->country_length;
        b->next++;
        b->count++;
    }
    /* So that a long batch can be interrupted. */
    return b->count > 0 && PyErr_CheckSignals() < 0 ? -1 : b->count;
}

/* The memory of a bytearray that has room for rows; NULL with *wanted 0 for None. */
static int room(PyObject *array, Py_ssize_t rows, size_t row_bytes, char **memory) {
    *memory = NULL;
    if (array == Py_None) return 0;
    if (!PyByteArray_Check(array) || PyByteArray_Size(array) < (Py_ssize_t)((size_t)rows * row_bytes)) {
        PyErr_SetString(PyExc_ValueError, "expected a bytearray with room for all rows, or None");
        return -1;
    }
    *memory = PyByteArray_AsString(array);
    return 0;
}

/* classify(model, texts, senders, countries, start, stop, flags, probabilities, log_odds, numbers) */
static PyObject *classify(PyObject *self, PyObject *arguments) {
    (void)self;
    PyObject *capsule, *texts, *senders, *countries, *outputs[3];
    Py_ssize_t start, stop;
    unsigned int flags;
    if (!PyArg_ParseTuple(arguments, "OOOOnnIOOO", &capsule, &texts, &senders, &countries, &start, &stop, &flags, &outputs[0],
                          &outputs[1], &outputs[2]))
        return NULL;
    batch b;
    if (open_batch(&b, capsule, texts, senders, countries, start, stop) < 0) return NULL;
    const size_t classes = spamfilter_labels(b.model, NULL, 0);
    char *probabilities, *log_odds, *numbers;
    int found = -1, status = SPAMFILTER_OK;
    if (room(outputs[0], stop, classes * sizeof(float), &probabilities) < 0 || room(outputs[1], stop, sizeof(double), &log_odds) < 0 ||
        room(outputs[2], stop, 5 * sizeof(int32_t), &numbers) < 0)
        goto end;
    for (size_t row = (size_t)start; (found = next_chunk(&b)) > 0; row += (size_t)found) {
        Py_BEGIN_ALLOW_THREADS
        spamfilter_verdict verdicts[CHUNK];
        status = spamfilter_classify_batch(b.model, b.messages, (size_t)found, flags, verdicts);
        for (int i = 0; i < found && status == SPAMFILTER_OK; i++) {
            const spamfilter_verdict *v = &verdicts[i];
            const size_t at = row + (size_t)i;
            const int32_t own[5] = {v->action, v->sub_action, v->label, v->decided_by, v->rule_number};
            if (probabilities) memcpy(probabilities + at * classes * sizeof(float), v->probabilities, classes * sizeof(float));
            if (log_odds) memcpy(log_odds + at * sizeof(double), &v->junk_log_odds, sizeof(double));
            if (numbers) memcpy(numbers + at * sizeof own, own, sizeof own);
        }
        Py_END_ALLOW_THREADS
        if (status != SPAMFILTER_OK) break;
    }
end:
    close_batch(&b);
    if (status != SPAMFILTER_OK) return raise_failure(status);
    if (found < 0) return NULL;
    Py_RETURN_NONE;
}

/* log_odds(model, texts, senders, countries, start, stop, rows) */
static PyObject *log_odds(PyObject *self, PyObject *arguments) {
    (void)self;
    PyObject *capsule, *texts, *senders, *countries, *output;
    Py_ssize_t start, stop;
    if (!PyArg_ParseTuple(arguments, "OOOOnnO", &capsule, &texts, &senders, &countries, &start, &stop, &output)) return NULL;
    batch b;
    if (open_batch(&b, capsule, texts, senders, countries, start, stop) < 0) return NULL;
    const size_t row_bytes = spamfilter_labels(b.model, NULL, 0) * sizeof(double);
    char *rows;
    int found = -1, status = SPAMFILTER_OK;
    if (room(output, stop, row_bytes, &rows) < 0) goto end;
    for (size_t row = (size_t)start; (found = next_chunk(&b)) > 0; row += (size_t)found) {
        Py_BEGIN_ALLOW_THREADS
        double odds[CHUNK * SPAMFILTER_CLASSES];
        status = spamfilter_log_odds(b.model, b.messages, (size_t)found, odds);
        if (rows && status == SPAMFILTER_OK) memcpy(rows + row * row_bytes, odds, (size_t)found * row_bytes);
        Py_END_ALLOW_THREADS
        if (status != SPAMFILTER_OK) break;
    }
end:
    close_batch(&b);
    if (status != SPAMFILTER_OK) return raise_failure(status);
    if (found < 0) return NULL;
    Py_RETURN_NONE;
}

/* Numbers that grow. */
typedef struct {
    char *bytes;
    size_t count, capacity;
} buffer;

static int append(buffer *b, const void *bytes, size_t count) {
    if (b->capacity - b->count < count) {
        size_t capacity = 2 * b->capacity > b->count + count ? 2 * b->capacity : b->count + count + 4096;
        char *grown = realloc(b->bytes, capacity);
        if (!grown) return -1;
        b->bytes = grown;
        b->capacity = capacity;
    }
    memcpy(b->bytes + b->count, bytes, count);
    b->count += count;
    return 0;
}

static int by_slot(const void *a, const void *b) {
    uint32_t x = ((const spamfilter_feature *)a)->slot, y = ((const spamfilter_feature *)b)->slot;
    return (x > y) - (x < y);
}

/* The rows of a matrix of counts: for each message the number of its keys and of all its features,
   then keys and their counts. A key is a slot of the model's table, in ascending order; or the hash
   of any feature, in the order of reading, with whether it is a character n-gram. */
typedef struct {
    int hashed;
    buffer widths, totals, keys, counts, grams;
    spamfilter_feature *features;
    /* Four times as many as features: where hashes were found, counted from 1. */
    uint32_t *places;
    size_t capacity;
} count_rows;

/* Appends each hash of a message once; -1 without memory. */
static int64_t append_hashes(count_rows *rows, size_t count) {
    size_t room = 2;
    while (room < 2 * count) room *= 2;
    memset(rows->places, 0, room * sizeof *rows->places);
    const size_t first = rows->counts.count / sizeof(int32_t);
    int64_t width = 0;
    for (size_t i = 0; i < count; i++) {
        const spamfilter_feature *own = &rows->features[i];
        size_t at = own->hash & (room - 1);
        while (rows->places[at] && rows->features[rows->places[at] - 1].hash != own->hash) at = (at + 1) & (room - 1);
        if (rows->places[at]) {
            /* The slot of a feature that was found holds its number in the row. */
            ((int32_t *)rows->counts.bytes)[first + rows->features[rows->places[at] - 1].slot]++;
            continue;
        }
        const int32_t once = 1;
        const uint8_t is_gram = (uint8_t)own->is_char_ngram;
        if (append(&rows->keys, &own->hash, sizeof own->hash) < 0 || append(&rows->counts, &once, sizeof once) < 0 ||
            append(&rows->grams, &is_gram, sizeof is_gram) < 0)
            return -1;
        rows->places[at] = (uint32_t)i + 1;
        rows->features[i].slot = (uint32_t)width++;
    }
    return width;
}

/* Appends each slot of a message once; -1 without memory. */
static int64_t append_slots(count_rows *rows, size_t count) {
    const spamfilter_feature *features = rows->features;
    if (count > 0) qsort(rows->features, count, sizeof *features, by_slot);
    int64_t width = 0;
    for (size_t i = 0, end; i < count && features[i].slot != SPAMFILTER_NO_SLOT; i = end) {
        for (end = i + 1; end < count && features[i].slot == features[end].slot;) end++;
        int32_t slot = (int32_t)features[i].slot, times = (int32_t)(end - i);
        if (append(&rows->keys, &slot, sizeof slot) < 0 || append(&rows->counts, &times, sizeof times) < 0) return -1;
        width++;
    }
    return width;
}

/* A SPAMFILTER_ status. */
static int add_row(count_rows *rows, spamfilter_model *model, const spamfilter_message *message) {
    size_t count;
    for (;;) {
        int status = spamfilter_features(model, message, rows->features, rows->capacity, &count);
        if (status != SPAMFILTER_OK) return status;
        if (count <= rows->capacity) break;
        const size_t capacity = count + 1024;
        spamfilter_feature *grown = realloc(rows->features, capacity * sizeof *grown);
        if (grown) rows->features = grown;
        uint32_t *places = realloc(rows->places, 4 * capacity * sizeof *places);
        if (places) rows->places = places;
        if (!grown || !places) return SPAMFILTER_MEMORY;
        rows->capacity = capacity;
    }
    int64_t width = 0, total = (int64_t)count;
    if (count > 0) width = rows->hashed ? append_hashes(rows, count) : append_slots(rows, count);
    if (width < 0 || append(&rows->widths, &width, sizeof width) < 0 || append(&rows->totals, &total, sizeof total) < 0)
        return SPAMFILTER_MEMORY;
    return SPAMFILTER_OK;
}

static PyObject *as_bytearray(const buffer *b) {
    return PyByteArray_FromStringAndSize(b->bytes ? b->bytes : "", (Py_ssize_t)b->count);
}

/* features(model, texts, senders, countries, hashed)
   -> (widths int64, totals int64, slots int32 or hashes uint64, counts int32, of hashes uint8: whether
   each is a character n-gram) */
static PyObject *features(PyObject *self, PyObject *arguments) {
    (void)self;
    PyObject *capsule, *texts, *senders, *countries, *result = NULL;
    int hashed;
    if (!PyArg_ParseTuple(arguments, "OOOOp", &capsule, &texts, &senders, &countries, &hashed)) return NULL;
    batch b;
    count_rows rows;
    memset(&rows, 0, sizeof rows);
    rows.hashed = hashed;
    if (open_batch(&b, capsule, texts, senders, countries, 0, PyTuple_Check(texts) ? PyTuple_Size(texts) : 0) < 0) return NULL;
    int found, status = SPAMFILTER_OK;
    while ((found = next_chunk(&b)) > 0 && status == SPAMFILTER_OK) {
        Py_BEGIN_ALLOW_THREADS
        for (int i = 0; i < found && status == SPAMFILTER_OK; i++) status = add_row(&rows, b.model, &b.messages[i]);
        Py_END_ALLOW_THREADS
        if (status != SPAMFILTER_OK) break;
    }
    close_batch(&b);
    if (status == SPAMFILTER_MEMORY) PyErr_NoMemory();
    else if (status != SPAMFILTER_OK) raise_failure(status);
    else if (found == 0)
        result = Py_BuildValue("(NNNNN)", as_bytearray(&rows.widths), as_bytearray(&rows.totals), as_bytearray(&rows.keys),
                               as_bytearray(&rows.counts), as_bytearray(&rows.grams));
    free(rows.widths.bytes);
    free(rows.totals.bytes);
    free(rows.keys.bytes);
    free(rows.counts.bytes);
    free(rows.grams.bytes);
    free(rows.features);
    free(rows.places);
    return result;
}

/* explain(model, text, sender, country, why)
   -> (body, favored, against, score, bias, own_examples, [(start, end, contribution, place, kind)]) */
static PyObject *explain(PyObject *self, PyObject *arguments) {
    (void)self;
    PyObject *capsule, *texts[3], *result = NULL, *list = NULL;
    int why, status;
    if (!PyArg_ParseTuple(arguments, "OOOOi", &capsule, &texts[0], &texts[1], &texts[2], &why)) return NULL;
    spamfilter_model *model = model_of(capsule);
    if (!model) return NULL;
    text_bytes parts[3];
    memset(parts, 0, sizeof parts);
    spamfilter_clue *clues = NULL;
    size_t capacity = 0;
    if (take_text(texts[0], 0, "message", 0, &parts[0]) < 0 || take_text(texts[1], 1, "sender", 0, &parts[1]) < 0 ||
        take_text(texts[2], 1, "country", 0, &parts[2]) < 0)
        goto end;
    const spamfilter_message message = {
        .body = parts[0].bytes, .body_length = (size_t)parts[0].length, .sender = parts[1].bytes,
        .sender_length = (size_t)parts[1].length, .country = parts[2].bytes, .country_length = (size_t)parts[2].length,
    };
    spamfilter_explanation found;
    for (;;) {
        Py_BEGIN_ALLOW_THREADS
        status = spamfilter_explain(model, &message, why, &found, clues, capacity);
        Py_END_ALLOW_THREADS
        if (status != SPAMFILTER_OK) {
            raise_failure(status);
            goto end;
        }
        if (found.clue_count <= capacity) break;
        free(clues);
        capacity = found.clue_count;
        clues = malloc(capacity * sizeof *clues);
        if (!clues) {
            PyErr_NoMemory();
            goto end;
        }
    }
    list = PyList_New((Py_ssize_t)found.clue_count);
    for (size_t i = 0; list && i < found.clue_count; i++) {
        PyObject *clue = Py_BuildValue("(nndis)", (Py_ssize_t)clues[i].start, (Py_ssize_t)clues[i].end, clues[i].contribution,
                                       (int)clues[i].place, clues[i].kind);
        if (!clue || PyList_SetItem(list, (Py_ssize_t)i, clue) < 0) Py_CLEAR(list);
    }
    if (list)
        result = Py_BuildValue("(OiidddN)", parts[0].owner, (int)found.favored, (int)found.against, found.score, found.bias,
                               found.own_examples, list);
end:
    free(clues);
    for (int i = 0; i < 3; i++) Py_XDECREF(parts[i].owner);
    return result;
}

/* A path, or NULL for None. */
static int take_path(PyObject *object, const char **path) {
    char *bytes = NULL;
    /* Refuses a NUL in it. */
    if (object != Py_None && PyBytes_AsStringAndSize(object, &bytes, NULL) < 0) return -1;
    *path = bytes;
    return 0;
}

/* open(path, data, flags, public_keys, rules, overlay) */
static PyObject *open_model(PyObject *self, PyObject *arguments) {
    (void)self;
    PyObject *path_object, *data, *rules, *overlay;
    const char *path, *keys;
    Py_ssize_t key_bytes = 0;
    unsigned int flags;
    spamfilter_options options;
    memset(&options, 0, sizeof options);
    options.size = sizeof options;
    if (!PyArg_ParseTuple(arguments, "OOIz#OO", &path_object, &data, &flags, &keys, &key_bytes, &rules, &overlay)) return NULL;
    if (take_path(path_object, &path) < 0 || take_path(rules, &options.rules_path) < 0 || take_path(overlay, &options.overlay_path) < 0)
        return NULL;
    options.flags = flags;
    /* No keys ask for no signature; an empty list of them is a mistake. */
    if (keys) {
        if (key_bytes == 0 || key_bytes % 32 != 0) {
            PyErr_SetString(PyExc_ValueError, "expected public keys of 32 bytes each");
            return NULL;
        }
        options.public_keys = (const uint8_t *)keys;
        options.public_key_count = (uint32_t)(key_bytes / 32);
    }
    char *bytes = NULL;
    Py_ssize_t length = 0;
    if (!path && PyBytes_AsStringAndSize(data, &bytes, &length) < 0) return NULL;
    spamfilter_model *model;
    int status;
    Py_BEGIN_ALLOW_THREADS
    status = path ? spamfilter_open(path, &options, &model) : spamfilter_open_bytes(bytes, (size_t)length, &options, &model);
    Py_END_ALLOW_THREADS
    if (status != SPAMFILTER_OK) return raise_failure(status);
    PyObject *capsule = PyCapsule_New(model, capsule_name, close_model);
    if (!capsule) spamfilter_close(model);
    return capsule;
}

static PyObject *labels(PyObject *self, PyObject *capsule) {
    (void)self;
    spamfilter_model *model = model_of(capsule);
    if (!model) return NULL;
    int32_t found[SPAMFILTER_CLASSES];
    const size_t count = spamfilter_labels(model, found, SPAMFILTER_CLASSES);
    PyObject *list = PyList_New((Py_ssize_t)count);
    for (size_t i = 0; list && i < count; i++) {
        PyObject *label = PyLong_FromLong(found[i]);
        if (!label || PyList_SetItem(list, (Py_ssize_t)i, label) < 0) Py_CLEAR(list);
    }
    return list;
}

static PyObject *label_name(PyObject *self, PyObject *label) {
    (void)self;
    const long number = PyLong_AsLong(label);
    if (number == -1 && PyErr_Occurred()) return NULL;
    const char *name = number >= INT32_MIN && number <= INT32_MAX ? spamfilter_label_name((int32_t)number) : NULL;
    if (name) return PyUnicode_FromString(name);
    Py_RETURN_NONE;
}

static PyObject *sequence(PyObject *self, PyObject *capsule) {
    (void)self;
    spamfilter_model *model = model_of(capsule);
    return model ? PyLong_FromUnsignedLongLong(spamfilter_sequence(model)) : NULL;
}

static PyObject *model_bytes(PyObject *self, PyObject *capsule) {
    (void)self;
    spamfilter_model *model = model_of(capsule);
    if (!model) return NULL;
    size_t length;
    const void *bytes = spamfilter_bytes(model, &length);
    return PyBytes_FromStringAndSize(bytes, (Py_ssize_t)length);
}

static PyMethodDef methods[] = {
    {"open", open_model, METH_VARARGS, NULL},       {"classify", classify, METH_VARARGS, NULL},
    {"log_odds", log_odds, METH_VARARGS, NULL},     {"features", features, METH_VARARGS, NULL},
    {"explain", explain, METH_VARARGS, NULL},       {"labels", labels, METH_O, NULL},
    {"label_name", label_name, METH_O, NULL},       {"sequence", sequence, METH_O, NULL},
    {"model_bytes", model_bytes, METH_O, NULL},     {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "spamkit._core", "The decision core. Use spamkit.Model.", -1, methods, NULL, NULL, NULL, NULL,
};

PyMODINIT_FUNC PyInit__core(void) {
    PyObject *module = PyModule_Create(&definition);
    if (!module) return NULL;
    failure = PyErr_NewException("spamkit._core.Failure", NULL, NULL);
    if (!failure) {
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(failure);
    if (PyModule_AddObject(module, "Failure", failure) < 0 ||
        PyModule_AddStringConstant(module, "version", spamfilter_version()) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
