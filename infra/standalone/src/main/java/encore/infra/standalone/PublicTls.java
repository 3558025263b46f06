package encore.infra.standalone;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads how clients are spoken to: encrypted, when a certificate and its key are named ({@code ENCORE_TLS_CERT},
 * {@code ENCORE_TLS_KEY}, both PEM). Spring's bundle of both watches the files, so what replaces them counts at once.
 */
final class PublicTls {

    private static final String CERTIFICATE = "ENCORE_TLS_CERT";
    private static final String KEY = "ENCORE_TLS_KEY";
    private static final String BUNDLE = "public";

    private PublicTls() {}

    /** Returns what Spring is to know; nothing when nothing is encrypted. */
    static Map<String, Object> properties(Function<String, @Nullable String> settings) {
        String certificate = settings.apply(CERTIFICATE);
        String key = settings.apply(KEY);
        if (isEmpty(certificate) && isEmpty(key)) {
            return Map.of();
        }
        String pem = "spring.ssl.bundle.pem." + BUNDLE + ".";
        return Map.of(
                pem + "keystore.certificate",
                file(CERTIFICATE, certificate),
                pem + "keystore.private-key",
                file(KEY, key),
                pem + "reload-on-update",
                "true",
                "server.ssl.bundle",
                BUNDLE,
                "spring.rsocket.server.ssl.bundle",
                BUNDLE);
    }

    private static String file(String name, @Nullable String path) {
        if (path == null || isEmpty(path)) {
            throw new NodeSettings.Wrong(
                    "Of ENCORE_TLS_CERT and ENCORE_TLS_KEY " + name + " is missing: set both, or none.");
        }
        if (!Files.isReadable(Path.of(path))) {
            throw new NodeSettings.Wrong(name + " names a PEM file, and '" + path + "' cannot be read.");
        }
        return "file:" + Path.of(path).toAbsolutePath();
    }

    private static boolean isEmpty(@Nullable String text) {
        return text == null || text.isBlank();
    }
}
