package encore.infra.standalone.settings;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;
import reactor.netty.ChannelBindException;

/** Says which port could not be opened, which setting names it, and what to do. */
@Order(Ordered.HIGHEST_PRECEDENCE)
class TakenPortAnalyzer extends AbstractFailureAnalyzer<ChannelBindException> {

    /** The properties that name a port, by the setting that an operator knows. */
    private static final List<Map.Entry<String, String>> PORTS = List.of(
            Map.entry("server.port", "PORT"),
            Map.entry("spring.rsocket.server.port", "RSOCKET_PORT"),
            Map.entry("encore.management.port", "ENCORE_MANAGEMENT_PORT"),
            Map.entry("ENCORE_PEER_PORT", "ENCORE_PEER_PORT"));

    private static final Map<String, String> DEFAULTS = Map.of("encore.management.port", "9090");

    private final Environment environment;

    TakenPortAnalyzer(Environment environment) {
        this.environment = environment;
    }

    @Override
    protected FailureAnalysis analyze(Throwable root, ChannelBindException unopened) {
        String port = Integer.toString(unopened.localPort());
        List<String> settings = PORTS.stream()
                .filter(setting -> port.equals(
                        environment.getProperty(setting.getKey(), DEFAULTS.getOrDefault(setting.getKey(), ""))))
                .map(Map.Entry::getValue)
                .toList();
        return new FailureAnalysis(sentence(port, settings, reason(unopened)), null, unopened);
    }

    private static String sentence(String port, List<String> settings, String reason) {
        String named = settings.isEmpty() ? "" : " (" + String.join(", ", settings) + ")";
        if (settings.size() > 1) {
            return "Port " + port + " is set twice" + named + ": give each of the settings a port of its own.";
        }
        String setting = settings.isEmpty() ? "its setting" : settings.getFirst();
        return reason.contains("already in use")
                ? "Port " + port + named + " is used by another program: end that program, or set " + setting
                        + " to a free port."
                : "Port " + port + named + " cannot be opened (" + reason + "): set " + setting
                        + " to a port, and ENCORE_BIND to an address, that this process may open.";
    }

    private static String reason(Throwable unopened) {
        return Stream.<@Nullable Throwable>iterate(
                        unopened,
                        Objects::nonNull,
                        cause -> Objects.requireNonNull(cause).getCause())
                .map(cause -> String.valueOf(Objects.requireNonNull(cause).getMessage()))
                .collect(Collectors.joining("; "));
    }
}
