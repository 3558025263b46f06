package encore.infra.standalone.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.BindException;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.springframework.boot.web.server.PortInUseException;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import reactor.netty.ChannelBindException;

class TakenPortAnalyzerTest {

    private static final String IN_USE = "Address already in use";

    @Test
    void each_setting_of_a_port_is_named() {
        Map.of(
                        "server.port", "PORT",
                        "spring.rsocket.server.port", "RSOCKET_PORT",
                        "encore.management.port", "ENCORE_MANAGEMENT_PORT",
                        "ENCORE_PEER_PORT", "ENCORE_PEER_PORT")
                .forEach((property, setting) -> assertThat(said(4711, IN_USE, Map.of(property, "4711")))
                        .isEqualTo("Port 4711 (" + setting + ") is used by another program: end that program, or set "
                                + setting + " to a free port."));
    }

    @Test
    void a_port_that_two_settings_name_is_said_with_both() {
        assertThat(said(9090, IN_USE, Map.of("server.port", "9090")))
                .isEqualTo(
                        "Port 9090 is set twice (PORT, ENCORE_MANAGEMENT_PORT): give each of the settings a port of its"
                                + " own.");
    }

    @Test
    void a_port_that_may_not_be_opened_is_said_with_the_reason() {
        assertThat(said(80, "Permission denied", Map.of("server.port", "80")))
                .startsWith("Port 80 (PORT) cannot be opened (")
                .contains("Permission denied", "ENCORE_BIND")
                .doesNotContain("another program");
    }

    private static String said(int port, String reason, Map<String, Object> properties) {
        var environment = new StandardEnvironment();
        environment.getPropertySources().addFirst(new MapPropertySource("test", properties));
        var unopened = ChannelBindException.fail(new InetSocketAddress("127.0.0.1", port), new BindException(reason));
        return Objects.requireNonNull(
                        new TakenPortAnalyzer(environment).analyze(new PortInUseException(port, unopened)))
                .getDescription();
    }
}
