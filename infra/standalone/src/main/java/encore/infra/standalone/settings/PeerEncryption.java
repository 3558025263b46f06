package encore.infra.standalone.settings;

import encore.infra.backend.peer.PeerTls;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Reads the encryption between nodes. Nodes encrypt when a certificate, its key and the authority of all nodes'
 * certificates are set ({@code ENCORE_PEER_TLS_CERT}, {@code ENCORE_PEER_TLS_KEY}, {@code ENCORE_PEER_TLS_CA}).
 */
@Configuration(proxyBeanMethods = false)
public class PeerEncryption {

    private static final PemFiles FILES = new PemFiles(
            "peer",
            List.of(
                    PemFiles.PemFile.certificate("ENCORE_PEER_TLS_CERT"),
                    PemFiles.PemFile.key("ENCORE_PEER_TLS_KEY"),
                    PemFiles.PemFile.authority("ENCORE_PEER_TLS_CA")));

    /** Returns Spring's properties; none when nothing is encrypted, or there are no other nodes. */
    public static Map<String, Object> properties(NodeRole role, Function<String, @Nullable String> settings) {
        return role == NodeRole.ALL ? Map.of() : FILES.bundle(settings);
    }

    @Bean
    PeerTls peerTls(SslBundles bundles) {
        return bundles.getBundleNames().contains(FILES.bundle()) ? PeerTls.of(bundles, FILES.bundle()) : PeerTls.NONE;
    }
}
