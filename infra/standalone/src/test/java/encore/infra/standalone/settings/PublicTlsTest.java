package encore.infra.standalone.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import encore.infra.standalone.Authority;
import encore.infra.standalone.RunningEncore;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients are spoken to under the certificate that the settings name, and under the next one as soon as it is there. */
class PublicTlsTest {

    @TempDir
    private Path directory;

    @Test
    void both_ports_are_encrypted_and_a_new_certificate_counts_without_a_restart() throws Exception {
        Path certificate = directory.resolve("public.crt");
        Path key = directory.resolve("public.key");
        make("first", certificate, key);
        Map<String, Object> settings =
                Map.of("ENCORE_TLS_CERT", certificate.toString(), "ENCORE_TLS_KEY", key.toString());
        try (RunningEncore encore = RunningEncore.on(directory.resolve("data"), settings)) {
            int port = URI.create(encore.url()).getPort();
            assertThat(names(port)).contains("CN=first");
            assertThat(names(encore.rsocketPort())).contains("CN=first");
            assertThat(get(port, "/health/live"))
                    .startsWith("HTTP/1.1 200")
                    .containsIgnoringCase("Strict-Transport-Security: max-age=31536000");
            make("second", certificate, key);
            await().atMost(Duration.ofMinutes(1)).until(() -> names(port).contains("CN=second"));
            await().atMost(Duration.ofMinutes(1))
                    .until(() -> names(encore.rsocketPort()).contains("CN=second"));
        }
    }

    @Test
    void one_without_the_other_and_a_file_that_is_not_there_are_named_in_a_sentence() {
        assertThatThrownBy(() -> PublicTls.properties(Map.of("ENCORE_TLS_CERT", "x")::get))
                .isInstanceOf(NodeSettings.InvalidSetting.class);
        assertThatThrownBy(() -> PublicTls.properties(
                        Map.of("ENCORE_TLS_CERT", "/none.crt", "ENCORE_TLS_KEY", "/none.key")::get))
                .isInstanceOf(NodeSettings.InvalidSetting.class)
                .hasMessageContaining("/none.");
        assertThat(PublicTls.properties(name -> null)).isEmpty();
    }

    private static String names(int port) throws Exception {
        try (SSLSocket socket = connect(port)) {
            socket.startHandshake();
            return ((X509Certificate) socket.getSession().getPeerCertificates()[0])
                    .getSubjectX500Principal()
                    .getName();
        }
    }

    private static String get(int port, String path) throws Exception {
        try (SSLSocket socket = connect(port)) {
            socket.getOutputStream()
                    .write(("GET " + path + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static SSLSocket connect(int port) throws Exception {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, new TrustManager[] {new Anybody()}, null);
        SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket("127.0.0.1", port);
        socket.setSoTimeout(20_000);
        return socket;
    }

    private static void make(String name, Path certificate, Path key) throws IOException {
        X509Bundle made = Authority.named("anybody").forNode(name);
        replace(key, made.getPrivateKeyPEM());
        replace(certificate, made.getCertificatePathPEM());
    }

    private static void replace(Path file, String content) throws IOException {
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        Files.writeString(fresh, content);
        Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING);
    }

    static final class Anybody implements X509TrustManager {

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String kind) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String kind) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
