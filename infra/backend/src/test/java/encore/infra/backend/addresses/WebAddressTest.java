package encore.infra.backend.addresses;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WebAddressTest {

    @ParameterizedTest
    @CsvSource({
        "https://a.example, a.example",
        "HTTPS://A.Example:65535/x?y#z, a.example",
        "http://a.example./x, a.example",
        "https://a.example:/x, a.example",
        "https://a_b.example/{{macro}}?a=b|c, a_b.example",
        "https://münchen.example/ä, xn--mnchen-3ya.example",
        "https://93.184.216.34/, 93.184.216.34",
        "https://[0:0::1]/, [::1]",
        "https://a.example/?q=a\\b, a.example"
    })
    void an_address_is_read_with_its_host(String text, String host) {
        assertThat(WebAddress.parse(text))
                .hasValueSatisfying(read -> assertThat(read.host()).isEqualTo(host));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "a.example",
                "//a.example/",
                "ftp://a.example/",
                "javascript:alert(1)//https://a.example",
                "https:a.example",
                "https:/a.example",
                "https:///a.example",
                "https:\\\\a.example",
                "https://a\\@b.example",
                "https://a.example\\x",
                "https://a.example/x\\y",
                "https://fan@a.example/",
                "https://fan:word@a.example/",
                "https://@a.example/",
                " https://a.example/",
                "https://a.example/ ",
                "https://a.ex\tample/",
                "https://a.example/x y",
                "https://a.example/\r\nX: y",
                "https://a.example:65536/",
                "https://a.example:99999/",
                "https://a.example:x/",
                "https://[::1",
                "https://[::g]/",
                "https://.a.example/",
                "https://a..example/",
                "https://a.example../",
                "https://./",
                "https://0x7f.1/",
                "https://127.1/",
                "https://2130706433/",
                "https://１２７.0.0.1/",
                "https://ex%61mple.com/",
                "https://faß.example/",
                "https://münchen-faß.example/",
                "https://a{b}.example/"
            })
    void an_address_that_a_browser_repairs_or_refuses_is_none(String text) {
        assertThat(WebAddress.parse(text)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://a.example/t/abc",
                "https://a.example/T/abc?x",
                "https://a.example/x/../t/abc",
                "https://a.example/x/%2E%2e/t/abc",
                "https://a.example/./t/abc",
                "https://a.example//t//abc",
                "https://a.example/%74/abc",
                "https://a.example/t;x=1/abc",
                "https://a.example/x{/../../t/abc",
                "https://a.example\\t\\abc",
                "https:a.example/t/abc"
            })
    void a_path_is_found_in_every_spelling(String text) {
        assertThat(WebAddress.read(text)).hasValueSatisfying(read -> {
            assertThat(read.host()).isEqualTo("a.example");
            assertThat(read.isBelow("/t/")).isTrue();
            assertThat(read.isBelow("/encore/t/")).isFalse();
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://a.example/t",
                "https://a.example/t/",
                "https://a.example/tt/abc",
                "https://a.example/x/t/abc",
                "https://a.example/t/abc/../../x/y",
                "https://a.example/%zz/%",
                "https://a.example?/t/abc",
                "https://a.example#/t/abc"
            })
    void another_path_is_not_taken_for_it(String text) {
        assertThat(WebAddress.read(text))
                .hasValueSatisfying(read -> assertThat(read.isBelow("/t/")).isFalse());
    }
}
