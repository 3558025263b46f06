package encore.infra.standalone.settings;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads the encryption of client connections. They are encrypted when a certificate and its key are set ({@code
 * ENCORE_TLS_CERT}, {@code ENCORE_TLS_KEY}).
 */
public final class PublicTls {

    private static final PemFiles FILES = new PemFiles(
            "public", List.of(PemFiles.PemFile.certificate("ENCORE_TLS_CERT"), PemFiles.PemFile.key("ENCORE_TLS_KEY")));

    private PublicTls() {}

    /** Returns Spring's properties; none when nothing is encrypted. */
    public static Map<String, Object> properties(Function<String, @Nullable String> settings) {
        Map<String, Object> properties = new HashMap<>(FILES.bundle(settings));
        if (!properties.isEmpty()) {
            properties.put("server.ssl.bundle", FILES.bundle());
            properties.put("spring.rsocket.server.ssl.bundle", FILES.bundle());
        }
        return properties;
    }
}
