package encore.api.pipeline;

import encore.api.calls.CallRecorder;
import encore.api.keys.Principal;
import encore.api.problems.CorrelationId;
import encore.api.server.GatewaySettings;
import encore.api.server.GatewaySettings.LoggedRequests;
import encore.kernel.names.BuildVersion;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
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

    /** The upper bounds of the buckets of each route. A histogram with percentiles has sixty, for each route and status. */
    private static final Duration[] BUCKETS = Stream.of(1, 2, 5, 10, 25, 50, 100, 500, 2_000, 10_000)
            .map(Duration::ofMillis)
            .toArray(Duration[]::new);

    private static final String NO_TEMPLATE = "unknown";

    private final MeterRegistry meters;
    private final CallRecorder callRecorder;
    private final LoggedRequests loggedRequests;
    private final Counter limited;
    private final Counter unauthenticated;
    private final Map<TimerKey, Timer> timers = new ConcurrentHashMap<>();

    RequestLog(MeterRegistry meters, CallRecorder callRecorder, GatewaySettings settings) {
        this.meters = meters;
        this.callRecorder = callRecorder;
        this.loggedRequests = settings.accessLog();
        this.limited = Counter.builder("encore.requests.limited")
                .description("Requests answered with 429 because a limit was reached")
                .register(meters);
        this.unauthenticated = Counter.builder("encore.authentications.failed")
                .description("Requests answered with 401")
                .register(meters);
        Gauge.builder("encore.build.info", () -> 1)
                .description("Always 1; the label names the version of this build")
                .tag("version", BuildVersion.get())
                .register(meters);
    }

    private record TimerKey(String method, String template, int status) {}

    void record(ServerWebExchange exchange, long nanos) {
        TimerKey timerKey = new TimerKey(method(exchange), template(exchange), status(exchange));
        timers.computeIfAbsent(timerKey, this::timer).record(nanos, TimeUnit.NANOSECONDS);
        if (timerKey.status() == HttpStatus.TOO_MANY_REQUESTS.value()) {
            limited.increment();
        } else if (timerKey.status() == HttpStatus.UNAUTHORIZED.value()) {
            unauthenticated.increment();
        }
        @Nullable Principal principal = exchange.getAttribute(AccessHandlerAdapter.PRINCIPAL);
        callRecorder.record(exchange, principal, timerKey.method(), timerKey.template(), timerKey.status(), nanos);
        boolean wanted = switch (loggedRequests) {
            case ALL -> true;
            case FAILED -> timerKey.status() >= SERVER_ERROR || nanos > SLOW;
            case NONE -> false;
        };
        if (wanted) {
            Object account = exchange.getAttribute(AccessHandlerAdapter.ACCOUNT);
            LOG.atInfo()
                    .addKeyValue("request_id", CorrelationId.of(exchange))
                    .addKeyValue("account", account == null ? 0L : account)
                    .addKeyValue("method", timerKey.method())
                    .addKeyValue("path", timerKey.template())
                    .addKeyValue("status", timerKey.status())
                    .addKeyValue("millis", TimeUnit.NANOSECONDS.toMillis(nanos))
                    .log("request");
        }
    }

    private Timer timer(TimerKey timerKey) {
        return Timer.builder("http.server.requests")
                .description("Requests by method, path template and status")
                .tag("method", timerKey.method())
                .tag("uri", timerKey.template())
                .tag("status", Integer.toString(timerKey.status()))
                .serviceLevelObjectives(BUCKETS)
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
