package encore.api.files;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import org.springframework.http.HttpHeaders;

/** Compresses answers that are the same for all callers, once. */
public final class Gzip {

    /** The name of the encoding in headers. */
    public static final String NAME = "gzip";

    /** Gzip in an Accept-Encoding, unless its weight is 0. */
    private static final Pattern ACCEPTED =
            Pattern.compile("(?i)(?:^|,)\\s*(?:gzip|\\*)\\s*(?:;\\s*q=(?!0(?:\\.0*)?\\s*(?:,|$))[^,]*)?(?:,|$)");

    private Gzip() {}

    /** Returns whether the caller takes a compressed answer. */
    public static boolean isAccepted(HttpHeaders headers) {
        String given = String.join(",", headers.getOrEmpty(HttpHeaders.ACCEPT_ENCODING));
        return ACCEPTED.matcher(given).find();
    }

    /** Returns the tag of the compressed form: two forms of a document never share a strong tag. */
    public static String tag(String plain) {
        return plain + "-" + NAME;
    }

    /** Compresses bytes. */
    public static byte[] compress(byte[] bytes) {
        var compressed = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(compressed)) {
            gzip.write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return compressed.toByteArray();
    }
}
