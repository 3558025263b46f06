package encore.api.outbound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.api.problems.Problem;
import encore.infra.backend.egress.EgressSettings;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OutboundRulesTest {

    private static final OutboundRules STRICT = new OutboundRules(new EgressSettings(false, "127.0.0.1", List.of()));

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
                "https://cdn.example./../a\\b",
                "https://127.1/a",
                "https://cdn example/a",
                "https://cdn.example/a b",
                "https://cdn.example\\@evil.example/",
                "https://[::1/a",
                "https://cdn.example/\r\nX: y"
            })
    void anything_else_may_not(String url) {
        refused(() -> STRICT.mustBeAllowed("hls_url", url));
        refused(() -> STRICT.mustBeCallable("hls_url", url));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://127.0.0.1/a",
                "https://[::1]/a",
                "https://[::ffff:10.0.0.1]/a",
                "https://169.254.169.254/a",
                "https://10.0.0.1/a"
            })
    void a_literal_address_that_is_not_public_cannot_be_called(String url) {
        refused(() -> STRICT.mustBeCallable("hls_url", url));
        assertThatCode(() -> STRICT.mustBeAllowed("hls_url", url)).doesNotThrowAnyException();
        assertThatCode(() -> STRICT.mustBeCallable("hls_url", "https://hooks.example/a"))
                .doesNotThrowAnyException();
        assertThatCode(() -> STRICT.mustBeCallable("hls_url", "https://93.184.216.34/a"))
                .doesNotThrowAnyException();
    }

    @Test
    void the_networks_of_the_operator_and_the_loopback_of_a_demo_can_be_called() {
        var listed = new OutboundRules(new EgressSettings(false, "127.0.0.1", List.of("10.0.0.0/8")));
        assertThatCode(() -> listed.mustBeCallable("url", "https://10.1.2.3/a")).doesNotThrowAnyException();
        refused(() -> listed.mustBeCallable("hls_url", "https://127.0.0.1/a"));
        var demo = new OutboundRules(new EgressSettings(true, "127.0.0.1", List.of()));
        assertThatCode(() -> demo.mustBeCallable("url", "http://127.0.0.1:9/a")).doesNotThrowAnyException();
        refused(() -> demo.mustBeCallable("hls_url", "https://10.1.2.3/a"));
    }

    private static void refused(ThrowingCallable check) {
        assertThatThrownBy(check)
                .isInstanceOfSatisfying(
                        Problem.class,
                        problem ->
                                assertThat(problem.errors().getFirst().field()).isEqualTo("hls_url"));
    }
}
