package encore.api.server;

import encore.api.problems.Problem;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.springframework.web.server.ServerWebExchange;

/**
 * Limits how much of one request's body is read: little before the caller's key is known, and only as much as the
 * memory for all requests allows.
 */
public final class Intake {

    /** The most bytes that a body may have. */
    public static final int MOST = 1 << 20;

    /**
     * The most bytes before a valid key was seen: enough for a login, or for a small call with its keys in the body.
     */
    public static final int MOST_OF_STRANGERS = 16 << 10;

    private static final String ATTRIBUTE = Intake.class.getName();

    private final @Nullable RequestBytes all;
    private final AtomicLong taken = new AtomicLong();
    private volatile boolean known;

    private Intake(@Nullable RequestBytes all) {
        this.all = all;
    }

    /** Returns the limit of an exchange. */
    public static Intake of(ServerWebExchange exchange) {
        Intake intake = exchange.getAttribute(ATTRIBUTE);
        return intake == null ? begin(exchange, null) : intake;
    }

    /** Creates the limit of an exchange. Its creator releases it when the request was answered or cancelled. */
    public static Intake begin(ServerWebExchange exchange, @Nullable RequestBytes all) {
        Intake intake = new Intake(all);
        exchange.getAttributes().put(ATTRIBUTE, intake);
        return intake;
    }

    /** Allows the whole body, because the caller was identified without it. */
    public void isKnown() {
        known = true;
    }

    public int most() {
        return known ? MOST : MOST_OF_STRANGERS;
    }

    /** Reserves memory for more bytes; throws a {@link Problem} when there is none. */
    public void take(int bytes) {
        if (all == null) {
            return;
        }
        if (!all.take(bytes)) {
            throw Problem.unavailable(
                    "overloaded", "Too many bytes of requests are in memory; try again soon.", Duration.ofSeconds(1));
        }
        taken.addAndGet(bytes);
    }

    /** Releases all reserved memory, at the end of the request or when its bytes are dropped. */
    public void giveBack() {
        long bytes = taken.getAndSet(0);
        if (all != null) {
            all.giveBack(bytes);
        }
    }
}
