package encore.infra.standalone.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import encore.infra.backend.CommandSide;
import encore.infra.backend.peer.ClusterSecret;
import encore.infra.backend.peer.PeerTls;
import encore.infra.backend.peer.server.PeerServer;
import encore.infra.standalone.Authority;
import encore.infra.standalone.NodeLauncher;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** A node's port to gateways is encrypted as its settings say, and by the files that are there now. */
class PeerEncryptionTest {

    private static final String SECRET = "the cluster secret of this test alone";
    private static final Authority FIRST = Authority.named("first");
    private static final Authority SECOND = Authority.named("second");

    @TempDir
    private Path directory;

    @Test
    void certificates_and_the_authority_are_replaced_without_a_restart() throws Exception {
        Path mounted = directory.resolve("mounted");
        Map<String, String> settings = mount(mounted, FIRST, "one");
        var application = NodeLauncher.application(NodeRole.COMMAND, Door.class);
        Map<String, Object> properties = new HashMap<>(settings);
        properties.putAll(Map.of(
                "ENCORE_MONGO", "mongodb://nobody:27017/none",
                "ENCORE_PEER_PORT", "7100",
                "ENCORE_CLUSTER_SECRET", SECRET,
                "spring.main.web-application-type", "none"));
        application.setDefaultProperties(properties);
        try (var context = application.run()) {
            int port = context.getBean(PeerServer.class).port();
            assertThat(name(port, FIRST.forGateway("gateway"))).isEqualTo("CN=one");
            assertThatThrownBy(() -> name(port, SECOND.forGateway("gateway"))).isInstanceOf(SSLException.class);
            mount(mounted, SECOND, "two");
            await().atMost(Duration.ofMinutes(1))
                    .ignoreExceptionsInstanceOf(SSLException.class)
                    .until(() -> name(port, SECOND.forGateway("gateway")).equals("CN=two"));
            assertThatThrownBy(() -> name(port, FIRST.forGateway("gateway"))).isInstanceOf(SSLException.class);
        }
    }

    /** As Kubernetes does it: the names stay, and the link that they lead through turns to another directory. */
    private Map<String, String> mount(Path mounted, Authority authority, String name) throws IOException {
        authority.write(authority.forNode(name), mounted.resolve(name));
        Path fresh = Files.createSymbolicLink(mounted.resolve("..fresh"), Path.of(name));
        Files.move(fresh, mounted.resolve("..data"), StandardCopyOption.REPLACE_EXISTING);
        for (String file : new String[] {"tls.crt", "tls.key", "ca.crt"}) {
            if (!Files.exists(mounted.resolve(file))) {
                Files.createSymbolicLink(mounted.resolve(file), Path.of("..data", file));
            }
        }
        return Authority.settings(mounted);
    }

    @Test
    void a_missing_setting_or_unreadable_file_is_named_in_a_sentence() {
        Map<String, String> all = FIRST.write(FIRST.forNode("one"), directory);
        assertThat(PeerEncryption.properties(NodeRole.QUERY, all::get)).isNotEmpty();
        assertThat(PeerEncryption.properties(NodeRole.QUERY, name -> " ")).isEmpty();
        for (String setting : all.keySet()) {
            Map<String, String> without = new HashMap<>(all);
            without.remove(setting);
            says(without, setting + " is missing: set all of them, or none.");
            says(Map.of(setting, all.get(setting)), "is missing: set all of them, or none.");
            without.put(setting, "/none.pem");
            says(without, setting + " names a PEM file, and '/none.pem' cannot be read as one.");
        }
        Map<String, String> swapped = new HashMap<>(all);
        swapped.put("ENCORE_PEER_TLS_KEY", all.get("ENCORE_PEER_TLS_CERT"));
        says(swapped, "ENCORE_PEER_TLS_KEY names a PEM file");
    }

    @Test
    void one_process_alone_has_no_peers_and_reads_none_of_it() {
        assertThat(PeerEncryption.properties(NodeRole.ALL, Map.of("ENCORE_PEER_TLS_CERT", "x")::get))
                .isEmpty();
    }

    private static void says(Map<String, String> settings, String words) {
        assertThatThrownBy(() -> PeerEncryption.properties(NodeRole.GATEWAY, settings::get))
                .isInstanceOf(NodeSettings.InvalidSetting.class)
                .hasMessageContaining(words)
                .hasMessageNotContaining("\n");
    }

    /** What the node calls itself; fails when it does not let this gateway in, which it says after the handshake. */
    private static String name(int port, X509Bundle gateway) throws Exception {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(
                gateway.toKeyManagerFactory().getKeyManagers(), new TrustManager[] {new PublicTlsTest.Anybody()}, null);
        try (SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket("127.0.0.1", port)) {
            socket.setSoTimeout(20_000);
            socket.startHandshake();
            assertThat(socket.getInputStream().read()).isNegative(); // Nobody waits for who says nothing.
            return ((X509Certificate) socket.getSession().getPeerCertificates()[0])
                    .getSubjectX500Principal()
                    .getName();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration(SslAutoConfiguration.class)
    @Import(PeerEncryption.class)
    static class Door {

        @Bean
        PeerServer server(PeerTls tls) {
            CommandSide nobody = request -> new CompletableFuture<>();
            return PeerServer.of(nobody, "127.0.0.1", 0, "c1", new ClusterSecret(SECRET), tls);
        }
    }
}
