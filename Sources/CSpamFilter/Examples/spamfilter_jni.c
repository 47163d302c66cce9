/* What SpamFilter.java calls: Java's arrays in, the library's verdict out. */
#include <jni.h>
#include <limits.h>
#include <spamfilter.h>
#include <stdlib.h>

static void throw_last_error(JNIEnv *env, const char *class_name) {
    jclass class = (*env)->FindClass(env, class_name);
    if (class) (*env)->ThrowNew(env, class, spamfilter_last_error());
}

/* The bytes of an array, or NULL for none. To be freed. On failure an exception is thrown. */
static char *bytes_of(JNIEnv *env, jbyteArray array, size_t *length) {
    *length = 0;
    if (!array) return NULL;
    jsize count = (*env)->GetArrayLength(env, array);
    char *bytes = malloc((size_t)count + 1);
    if (!bytes) {
        jclass class = (*env)->FindClass(env, "java/lang/OutOfMemoryError");
        if (class) (*env)->ThrowNew(env, class, "no memory for a text");
        return NULL;
    }
    (*env)->GetByteArrayRegion(env, array, 0, count, (jbyte *)bytes);
    bytes[count] = 0;
    *length = (size_t)count;
    return bytes;
}

JNIEXPORT jlong JNICALL Java_SpamFilter_open(JNIEnv *env, jclass class, jbyteArray path) {
    (void)class;
    size_t length;
    char *bytes = bytes_of(env, path, &length);
    if ((*env)->ExceptionCheck(env)) return 0;
    spamfilter_model *model = NULL;
    if (spamfilter_open(bytes, NULL, &model) != SPAMFILTER_OK) throw_last_error(env, "java/io/IOException");
    free(bytes);
    return (jlong)(intptr_t)model;
}

JNIEXPORT jobject JNICALL Java_SpamFilter_classify(
    JNIEnv *env, jclass class, jlong model, jbyteArray body, jbyteArray sender, jbyteArray country) {
    (void)class;
    spamfilter_verdict verdict;
    const jbyteArray arrays[3] = {body, sender, country};
    size_t lengths[3] = {0};
    char *texts[3] = {NULL};
    int status = SPAMFILTER_OK, thrown = 0;
    /* With an exception pending, no other call of JNI is allowed. */
    for (int i = 0; i < 3 && !thrown; i++) {
        texts[i] = bytes_of(env, arrays[i], &lengths[i]);
        thrown = (*env)->ExceptionCheck(env);
    }
    if (!thrown) {
        spamfilter_message message = {texts[0], lengths[0], texts[1], lengths[1], texts[2], lengths[2]};
        status = spamfilter_classify((spamfilter_model *)(intptr_t)model, &message, &verdict);
    }
    for (int i = 0; i < 3; i++) free(texts[i]);
    if (thrown) return NULL;
    if (status != SPAMFILTER_OK) {
        throw_last_error(env, "java/lang/IllegalStateException");
        return NULL;
    }
    jclass result = (*env)->FindClass(env, "SpamFilter$Verdict");
    jmethodID make = result ? (*env)->GetMethodID(env, result, "<init>", "(IID)V") : NULL;
    return make ? (*env)->NewObject(env, result, make, verdict.action, verdict.label, verdict.junk_log_odds) : NULL;
}

JNIEXPORT void JNICALL Java_SpamFilter_close(JNIEnv *env, jclass class, jlong model) {
    (void)env;
    (void)class;
    spamfilter_close((spamfilter_model *)(intptr_t)model);
}

JNIEXPORT jstring JNICALL Java_SpamFilter_name(JNIEnv *env, jclass class, jint label) {
    (void)class;
    const char *name = spamfilter_label_name(label);
    return name ? (*env)->NewStringUTF(env, name) : NULL;
}
