package encore.api.access;

import encore.api.problems.RequestIds;
import encore.api.server.GatewaySettings;
import encore.api.server.GatewaySettings.Logged;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatusCode;
import org.springframework.stereotype.Component;
import org.springframework.web.reactive.HandlerMapping;
import org.springframework.web.server.ServerWebExchange;

/** Times every request by its path template and logs the configured ones, never with a query, a body or a name. */
@Component
class RequestLog {

    private static final Logger LOG = LoggerFactory.getLogger("encore.requests");
    private static final long SLOW = TimeUnit.SECONDS.toNanos(1);
    private static final int OK = 200;
    private static final int SERVER_ERROR = 500;
    private static final String NO_TEMPLATE = "unknown";

    private final MeterRegistry meters;
    private final Logged logged;
    private final Map<Kind, Timer> timers = new ConcurrentHashMap<>();

    RequestLog(MeterRegistry meters, GatewaySettings settings) {
        this.meters = meters;
        this.logged = settings.accessLog();
    }

    private record Kind(String method, String template, int status) {}

    void note(ServerWebExchange exchange, long nanos) {
        Kind kind = new Kind(method(exchange), template(exchange), status(exchange));
        timers.computeIfAbsent(kind, this::timer).record(nanos, TimeUnit.NANOSECONDS);
        boolean wanted = switch (logged) {
            case ALL -> true;
            case FAILED -> kind.status() >= SERVER_ERROR || nanos > SLOW;
            case NONE -> false;
        };
        if (wanted) {
            Object account = exchange.getAttribute(AccessAdapter.ACCOUNT);
            LOG.atInfo()
                    .addKeyValue("request_id", RequestIds.of(exchange))
                    .addKeyValue("account", account == null ? 0L : account)
                    .addKeyValue("method", kind.method())
                    .addKeyValue("path", kind.template())
                    .addKeyValue("status", kind.status())
                    .addKeyValue("millis", TimeUnit.NANOSECONDS.toMillis(nanos))
                    .log("request");
        }
    }

    private Timer timer(Kind kind) {
        return Timer.builder("http.server.requests")
                .description("Requests by method, path template and status")
                .tag("method", kind.method())
                .tag("uri", kind.template())
                .tag("status", Integer.toString(kind.status()))
                .publishPercentileHistogram()
                .minimumExpectedValue(Duration.ofMillis(1))
                .maximumExpectedValue(Duration.ofSeconds(10))
                .register(meters);
    }

    /** Returns the request's method, or OTHER: methods that clients invent would create metric labels without end. */
    private static String method(ServerWebExchange exchange) {
        HttpMethod method = exchange.getRequest().getMethod();
        for (HttpMethod known : HttpMethod.values()) {
            if (known.equals(method)) {
                return known.name();
            }
        }
        return "OTHER";
    }

    private static String template(ServerWebExchange exchange) {
        @Nullable Object pattern = exchange.getAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE);
        return pattern == null ? NO_TEMPLATE : pattern.toString();
    }

    private static int status(ServerWebExchange exchange) {
        HttpStatusCode status = exchange.getResponse().getStatusCode();
        return status == null ? OK : status.value();
    }
}
