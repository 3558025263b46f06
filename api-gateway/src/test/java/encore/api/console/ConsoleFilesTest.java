package encore.api.console;

import static org.assertj.core.api.Assertions.assertThat;

import encore.api.GatewayOnPort;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files of the console as they travel: compressed for those who take that, and not sent twice. */
class ConsoleFilesTest {

    private static GatewayOnPort gateway;
    private static HttpClient http;

    @BeforeAll
    static void open() {
        gateway = GatewayOnPort.whole();
        http = HttpClient.newHttpClient();
    }

    @AfterAll
    static void close() {
        http.close();
        gateway.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/console/", "/console/console.js", "/console/uPlot.esm.js", "/console/resources.json"})
    void each_form_of_a_file_has_its_own_tag_and_says_that_the_encoding_chooses_between_them(String path)
            throws Exception {
        var plain = get(path, "identity", "");
        var compressed = get(path, "gzip", "");
        assertThat(plain.statusCode()).isEqualTo(200);
        assertThat(plain.headers().firstValue("Content-Encoding")).isEmpty();
        assertThat(compressed.headers().firstValue("Content-Encoding")).hasValue("gzip");
        assertThat(unzipped(compressed.body())).isEqualTo(plain.body());
        assertThat(compressed.body().length).isLessThan(plain.body().length);
        for (var answer : new HttpResponse<?>[] {plain, compressed}) {
            assertThat(answer.headers().allValues("Vary")).containsExactly("Accept-Encoding");
            assertThat(answer.headers().firstValue("Cache-Control")).hasValue("no-cache");
        }
        assertThat(tag(compressed)).isNotEqualTo(tag(plain));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/console/", "/console/console.js", "/console/uPlot.esm.js", "/console/resources.json"})
    void a_form_that_the_caller_has_is_a_304_and_the_other_form_is_sent(String path) throws Exception {
        for (String encoding : new String[] {"identity", "gzip"}) {
            String known = tag(get(path, encoding, ""));
            var again = get(path, encoding, known);
            assertThat(again.statusCode()).isEqualTo(304);
            assertThat(again.body()).isEmpty();
            assertThat(tag(again)).isEqualTo(known);
            assertThat(again.headers().allValues("Vary")).containsExactly("Accept-Encoding");
            assertThat(get(path, encoding.equals("gzip") ? "identity" : "gzip", known)
                            .statusCode())
                    .isEqualTo(200);
            assertThat(get(path, encoding, "\"other\"").statusCode()).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip;q=0", "br", "x-gzip", "identity, gzip;q=0.000"})
    void a_caller_that_takes_no_gzip_gets_none(String encoding) throws Exception {
        for (String path : new String[] {"/console/console.js", "/console/resources.json"}) {
            assertThat(get(path, encoding, "").headers().firstValue("Content-Encoding"))
                    .isEmpty();
        }
    }

    private static String tag(HttpResponse<?> answer) {
        return answer.headers().firstValue("ETag").orElseThrow();
    }

    private static byte[] unzipped(byte[] compressed) throws IOException {
        try (var gzip = new GZIPInputStream(new ByteArrayInputStream(compressed))) {
            return gzip.readAllBytes();
        }
    }

    /** Java's own client neither compresses nor keeps what it was sent. */
    private static HttpResponse<byte[]> get(String path, String encoding, String known) throws Exception {
        var asked = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + gateway.port() + path))
                .header("Accept-Encoding", encoding);
        if (!known.isEmpty()) {
            asked.header("If-None-Match", known);
        }
        return http.send(asked.build(), HttpResponse.BodyHandlers.ofByteArray());
    }
}
