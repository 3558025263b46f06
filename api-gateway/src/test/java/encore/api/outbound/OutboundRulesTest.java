package encore.api.outbound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.api.problems.Problem;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OutboundRulesTest {

    private static final OutboundRules STRICT = new OutboundRules(false);
    private static final OutboundRules DEMO = new OutboundRules(true);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://cdn.example/a.m3u8",
                "HTTPS://cdn.example:8443/a.m3u8?x=1",
                "https://93.184.216.34/a",
                "https://[2606:2800:220:1::1]/a"
            })
    void https_may_be_entered(String url) {
        assertThatCode(() -> STRICT.mustBeAllowed("hls_url", url)).doesNotThrowAnyException();
        assertThatCode(() -> STRICT.mustBeAllowed("hls_url", null)).doesNotThrowAnyException();
        assertThatCode(() -> STRICT.mustBeAllowed("hls_url", "")).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://cdn.example/a",
                "http://localhost/a",
                "http://127.0.0.1:9/a",
                "ftp://cdn.example/a",
                "file:///etc/passwd",
                "javascript:alert(1)",
                "//cdn.example/a",
                "/a.m3u8",
                "https:/a",
                "https:///a",
                "https://user@cdn.example/a",
                "https://user:word@cdn.example/a",
                "https://cdn.example/a#b",
                "https://cdn.example:0/a",
                "https://cdn.example:70000/a",
                "https://cdn example/a",
                "https://cdn.example/a b",
                "https://cdn.example\\@evil.example/",
                "https://[::1/a",
                "https://cdn.example/\r\nX: y"
            })
    void anything_else_may_not(String url) {
        assertThatThrownBy(() -> STRICT.mustBeAllowed("hls_url", url))
                .isInstanceOfSatisfying(
                        Problem.class,
                        problem ->
                                assertThat(problem.errors().getFirst().field()).isEqualTo("hls_url"));
    }

    @Test
    void the_demo_also_calls_its_own_machine() {
        for (String url : List.of("http://localhost:1/a", "http://127.0.0.1/a", "http://[::1]:8080/a")) {
            assertThat(DEMO.parse(url)).isPresent();
        }
        for (String url : List.of("http://cdn.example/a", "http://127.0.0.1.nip.example/a", "http://10.0.0.1/a")) {
            assertThat(DEMO.parse(url)).isEmpty();
        }
        assertThat(new OutboundSettings(null, "127.0.0.1").isLoopbackAllowed()).isTrue();
        assertThat(new OutboundSettings(true, "localhost").isLoopbackAllowed()).isTrue();
        assertThat(new OutboundSettings(false, "127.0.0.1").isLoopbackAllowed()).isFalse();
        assertThat(new OutboundSettings(true, "0.0.0.0").isLoopbackAllowed()).isFalse();
        assertThat(new OutboundSettings(null, "::").isLoopbackAllowed()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0.0.0.0",
                "10.1.2.3",
                "100.64.0.1",
                "100.127.255.255",
                "127.0.0.1",
                "127.9.9.9",
                "169.254.169.254",
                "172.16.0.1",
                "172.31.255.255",
                "192.0.0.8",
                "192.0.2.1",
                "192.168.0.1",
                "198.18.0.1",
                "198.51.100.1",
                "203.0.113.9",
                "224.0.0.1",
                "239.255.255.255",
                "240.0.0.1",
                "255.255.255.255",
                "::",
                "::1",
                "::7f00:1",
                "64:ff9b::7f00:1",
                "64:ff9b::a00:1",
                "64:ff9b:1::1",
                "100::1",
                "2001::1",
                "2001:db8::1",
                "2002:7f00:1::",
                "3fff::1",
                "5f00::1",
                "fc00::1",
                "fd00:ec2::254",
                "fe80::1",
                "fec0::1",
                "ff02::1"
            })
    void addresses_that_are_not_public_are_not_called(String address) throws UnknownHostException {
        assertThat(STRICT.isAllowed(InetAddress.getByName(address))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"93.184.216.34", "100.63.255.255", "100.128.0.1", "172.32.0.1", "2606:2800:220:1::1"})
    void public_addresses_are(String address) throws UnknownHostException {
        assertThat(STRICT.isAllowed(InetAddress.getByName(address))).isTrue();
    }

    @Test
    void a_demo_calls_loopback_and_nothing_else_that_is_private() throws UnknownHostException {
        assertThat(DEMO.isAllowed(InetAddress.getByName("127.0.0.1"))).isTrue();
        assertThat(DEMO.isAllowed(InetAddress.getByName("::1"))).isTrue();
        assertThat(DEMO.isAllowed(InetAddress.getByName("10.0.0.1"))).isFalse();
        assertThat(DEMO.isAllowed(InetAddress.getByName("169.254.169.254"))).isFalse();
    }
}
