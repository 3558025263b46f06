package encore.api.shows.hls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.infra.backend.egress.EgressFailure;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ManifestTest {

    private static final String URL = "https://cdn.example:8443/live/show/main.m3u8?token=a/b";
    private static final String FOLDER = "https://cdn.example:8443/live/show/";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "low.m3u8 | " + FOLDER + "low.m3u8",
                "../low.m3u8?x=1 | " + FOLDER + "../low.m3u8?x=1",
                "/top/low.m3u8 | https://cdn.example:8443/top/low.m3u8",
                "//other.example/low.m3u8 | https://other.example/low.m3u8",
                "?token=2 | https://cdn.example:8443/live/show/main.m3u8?token=2",
                "https://other.example/low.m3u8 | https://other.example/low.m3u8",
                "HTTP://other.example/low.m3u8 | HTTP://other.example/low.m3u8",
                "data:text/plain,a | data:text/plain,a",
                "{$base}/low.m3u8 | {$base}/low.m3u8",
                "a:b.ts | a:b.ts",
                "./a:b.ts | " + FOLDER + "./a:b.ts",
                "#EXT-X-KEY:METHOD=AES-128,URI=\"key.bin\",IV=0x1 | #EXT-X-KEY:METHOD=AES-128,URI=\"" + FOLDER
                        + "key.bin\",IV=0x1",
                "#EXT-X-SESSION-KEY:METHOD=SAMPLE-AES,URI=\"skd://1\" | "
                        + "#EXT-X-SESSION-KEY:METHOD=SAMPLE-AES,URI=\"skd://1\"",
                "#EXT-X-MAP:URI=\"init.mp4\",BYTERANGE=\"1@0\" | #EXT-X-MAP:URI=\"" + FOLDER
                        + "init.mp4\",BYTERANGE=\"1@0\"",
                "#EXT-X-MEDIA:TYPE=AUDIO,NAME=\"a, URI=\",URI=\"/a.m3u8\" | "
                        + "#EXT-X-MEDIA:TYPE=AUDIO,NAME=\"a, URI=\",URI=\"https://cdn.example:8443/a.m3u8\"",
                "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,URI=\"i.m3u8\" | #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,URI=\""
                        + FOLDER + "i.m3u8\"",
                "#EXT-X-SESSION-DATA:DATA-ID=\"t\",URI=\"d.json\" | #EXT-X-SESSION-DATA:DATA-ID=\"t\",URI=\"" + FOLDER
                        + "d.json\"",
                "#EXT-X-PART:DURATION=1,URI=\"p.ts\" | #EXT-X-PART:DURATION=1,URI=\"" + FOLDER + "p.ts\"",
                "#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"p.ts\" | #EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"" + FOLDER + "p.ts\"",
                "#EXT-X-RENDITION-REPORT:URI=\"../1.m3u8\" | #EXT-X-RENDITION-REPORT:URI=\"" + FOLDER + "../1.m3u8\"",
                "#EXT-X-CONTENT-STEERING:SERVER-URI=\"/s\" | "
                        + "#EXT-X-CONTENT-STEERING:SERVER-URI=\"https://cdn.example:8443/s\"",
                "#EXT-X-DATERANGE:ID=\"1\",X-ASSET-LIST=\"l.json\" | #EXT-X-DATERANGE:ID=\"1\",X-ASSET-LIST=\"" + FOLDER
                        + "l.json\"",
                "#EXT-X-MEDIA:TYPE=VIDEO,URI=\"\" | #EXT-X-MEDIA:TYPE=VIDEO,URI=\"\"",
                "#EXTINF:4.0,URI of the song | #EXTINF:4.0,URI of the song",
                "# URI=\"comment\" | # URI=\"comment\"",
            })
    void every_address_becomes_absolute(String line, String absolute) {
        assertThat(written("#EXTM3U\n" + line + "\n", URL)).isEqualTo("#EXTM3U\n" + absolute + "\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{$base}/low.m3u8 | https://b.example/x/low.m3u8",
                "{$file}.m3u8?t={$token} | " + FOLDER + "low.m3u8?t=a/b",
                "x/{$file}/{$far} | " + FOLDER + "x/low/{$far}",
                "{$far}/low.m3u8 | {$far}/low.m3u8",
                "{$none}/low.m3u8 | {$none}/low.m3u8",
                "#EXT-X-KEY:METHOD=AES-128,URI=\"{$file}.bin\",IV={$iv} | #EXT-X-KEY:METHOD=AES-128,URI=\"" + FOLDER
                        + "low.bin\",IV={$iv}",
                "#EXT-X-MEDIA:NAME=\"{$file} $1\",URI=\"{$base}/a\" | #EXT-X-MEDIA:NAME=\"low $1\","
                        + "URI=\"https://b.example/x/a\"",
                "#EXT-X-DEFINE:NAME=\"two\",VALUE=\"{$file}{$far}\" | "
                        + "#EXT-X-DEFINE:NAME=\"two\",VALUE=\"low{$far}\"",
                "# {$file} | # {$file}",
            })
    void known_variables_are_written_out(String line, String absolute) {
        String defined = "#EXTM3U\n#EXT-X-DEFINE:NAME=\"base\",VALUE=\"https://b.example/x\"\n"
                + "#EXT-X-DEFINE:VALUE=\"low\",NAME=\"file\"\n#EXT-X-DEFINE:IMPORT=\"far\"\n";
        assertThat(written(defined + "#EXT-X-DEFINE:QUERYPARAM=\"token\"\n" + line + "\n", URL))
                .isEqualTo(defined + "#EXT-X-DEFINE:NAME=\"token\",VALUE=\"a/b\"\n" + absolute + "\n");
    }

    @Test
    void a_variable_counts_after_its_definition() {
        assertThat(written("#EXTM3U\na/{$x}\n#EXT-X-DEFINE:NAME=\"x\",VALUE=\"1\"\na/{$x}\n", URL))
                .contains(FOLDER + "a/{$x}\n")
                .endsWith(FOLDER + "a/1\n");
    }

    @ParameterizedTest
    @CsvSource({"a%20b%2Fc, a b/c", "a+b, a+b", "%C3%BC, ü", "'', ''", "a=b, a=b", "{x}, {x}"})
    void a_parameter_of_the_query_is_decoded(String sent, String value) {
        assertThat(written("#EXTM3U\n#EXT-X-DEFINE:QUERYPARAM=\"x y\"", "https://c.example/a?b&x%20y=" + sent + "&x=2"))
                .isEqualTo("#EXTM3U\n#EXT-X-DEFINE:NAME=\"x y\",VALUE=\"" + value + "\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "?", "?y=1", "?x", "?X=1", "?x=%22", "?x=a%0Ab", "?x=%0d", "?x={$y}", "?x=%zz"})
    void a_parameter_that_is_missing_or_no_value_fails(String query) {
        assertThatThrownBy(
                        () -> written("#EXTM3U\n#EXT-X-DEFINE:QUERYPARAM=\"x\"\na.ts", "https://c.example/a" + query))
                .isInstanceOf(EgressFailure.class);
    }

    @Test
    void everything_else_stays_as_it_is() {
        String text = "#EXTM3U\r\n#EXT-X-VERSION:7\r\n\r\n#EXTINF:4,Größe $1 \\1\r\n";
        assertThat(written(text + "a.ts", "https://cdn.example")).isEqualTo(text + "https://cdn.example/a.ts");
        assertThat(written("#EXTM3U", URL)).isEqualTo("#EXTM3U");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "<html>", " #EXTM3U\n", "\uFEFF#EXTM3U\n", "#extm3u\n", "#EXTM3UX\n", "{\"a\": 1}"})
    void nothing_but_a_manifest_is_served(String text) {
        assertThatThrownBy(() -> written(text, URL)).isInstanceOf(EgressFailure.class);
    }

    private static String written(String text, String url) {
        return new String(
                Manifest.withAbsoluteUris(text.getBytes(StandardCharsets.UTF_8), url), StandardCharsets.UTF_8);
    }
}
