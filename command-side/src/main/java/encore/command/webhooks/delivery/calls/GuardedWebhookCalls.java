package encore.command.webhooks.delivery.calls;

import encore.command.webhooks.delivery.health.CallOutcome;
import encore.command.webhooks.delivery.health.FailureKind;
import encore.infra.backend.egress.EgressClient;
import encore.infra.backend.egress.EgressFailure;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/** Calls endpoints with the client that connects to public addresses only. */
@Component
public final class GuardedWebhookCalls implements WebhookCalls {

    /** An endpoint has this time to answer. */
    static final Duration TIMEOUT = Duration.ofSeconds(15);

    private final EgressClient client;
    private final Clock clock;
    private final Duration timeout;

    @Autowired
    GuardedWebhookCalls(EgressClient client) {
        this(client, Clock.systemUTC(), TIMEOUT);
    }

    public GuardedWebhookCalls(EgressClient client, Clock clock, Duration timeout) {
        this.client = client;
        this.clock = clock;
        this.timeout = timeout;
    }

    @Override
    public CallOutcome post(long account, String url, Map<String, String> headers, byte[] body) {
        try {
            EgressClient.Answer answer =
                    client.post(account, url, headers, body, timeout).toFuture().join();
            return CallOutcome.answered(answer.status(), retryAfter(answer.retryAfter()));
        } catch (RuntimeException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            return CallOutcome.failed(cause instanceof EgressFailure failed ? kind(failed) : FailureKind.UNREACHABLE);
        }
    }

    private static FailureKind kind(EgressFailure failed) {
        return switch (failed.kind()) {
            case NOT_ALLOWED -> FailureKind.NOT_ALLOWED;
            case UNKNOWN_HOST -> FailureKind.UNKNOWN_HOST;
            case TLS -> FailureKind.TLS;
            case TIMEOUT -> FailureKind.TIMEOUT;
            case UNREACHABLE, TOO_LARGE, UNEXPECTED -> FailureKind.UNREACHABLE;
        };
    }

    /** Reads a Retry-After header: seconds, or a date. Anything else is ignored. */
    private @Nullable Duration retryAfter(@Nullable String header) {
        if (header == null) {
            return null;
        }
        try {
            if (header.matches("\\d{1,9}")) {
                return Duration.ofSeconds(Long.parseLong(header));
            }
            var until = ZonedDateTime.parse(header, DateTimeFormatter.RFC_1123_DATE_TIME);
            Duration left = Duration.between(clock.instant(), until.toInstant());
            return left.isNegative() ? null : left;
        } catch (DateTimeException malformed) {
            return null;
        }
    }
}
