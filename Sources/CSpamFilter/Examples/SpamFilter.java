import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Classifies messages with a spamkit model, through spamfilter_jni.c. A model may be shared by
 * threads; closing it must be the last call.
 *
 * <pre>{@code
 * cc -shared -fPIC spamfilter_jni.c $(pkg-config --cflags --libs spamfilter) \
 *     -I$JAVA_HOME/include -I$JAVA_HOME/include/linux -o libspamfilter_jni.so
 * javac SpamFilter.java
 * java -Djava.library.path=. SpamFilter mine.spam <messages.txt
 * }</pre>
 */
public final class SpamFilter implements AutoCloseable {
    static {
        System.loadLibrary("spamfilter_jni");
    }

    /** A verdict: numbers of spamfilter.h, and natural log-odds of junk. */
    public static final class Verdict {
        public final int action;
        public final int label;
        public final double junkLogOdds;

        Verdict(int action, int label, double junkLogOdds) {
            this.action = action;
            this.label = label;
            this.junkLogOdds = junkLogOdds;
        }
    }

    private long model;

    /** Opens a model file; throws IOException with the library's words where that fails. */
    public SpamFilter(String path) throws IOException {
        model = open(utf8(path));
    }

    /** Sender and country may be null where they are unknown. */
    public Verdict classify(String body, String sender, String country) {
        return classify(model, utf8(body), utf8(sender), utf8(country));
    }

    /** The name of an action or a label; null for any other number. */
    public static native String name(int label);

    @Override
    public void close() {
        long closed = model;
        model = 0;
        close(closed);
    }

    private static byte[] utf8(String text) {
        return text == null ? null : text.getBytes(StandardCharsets.UTF_8);
    }

    private static native long open(byte[] path) throws IOException;

    private static native Verdict classify(long model, byte[] body, byte[] sender, byte[] country);

    private static native void close(long model);

    /** Classifies the lines of standard input. */
    public static void main(String[] arguments) throws IOException {
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        StringBuilder output = new StringBuilder();
        try (SpamFilter filter = new SpamFilter(arguments[0])) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                Verdict verdict = filter.classify(line, null, null);
                output.append(String.format(
                    Locale.ROOT, "%s\t%s\t%.6f\n", name(verdict.action), name(verdict.label), verdict.junkLogOdds));
            }
        }
        System.out.print(output);
    }
}
