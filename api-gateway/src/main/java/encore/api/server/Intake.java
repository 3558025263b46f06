package encore.api.server;

import encore.api.problems.Problem;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.springframework.web.server.ServerWebExchange;

/**
 * How much of one request's body may be read: little before it is known whose it is, and only what there is room for.
 */
public final class Intake {

    /** The most bytes that a body may have. */
    public static final int MOST = 1 << 20;

    /** The most before a right key was seen: enough for a login, or for a small call with its keys in the body. */
    public static final int MOST_OF_STRANGERS = 16 << 10;

    private static final String ATTRIBUTE = Intake.class.getName();

    private final @Nullable RequestBytes all;
    private final AtomicLong taken = new AtomicLong();
    private volatile boolean known;

    private Intake(@Nullable RequestBytes all) {
        this.all = all;
    }

    /** Returns that of an exchange. */
    public static Intake of(ServerWebExchange exchange) {
        Intake intake = exchange.getAttribute(ATTRIBUTE);
        return intake == null ? begin(exchange, null) : intake;
    }

    /** Begins that of an exchange; whoever does gives it back when the request was answered, or given up. */
    public static Intake begin(ServerWebExchange exchange, @Nullable RequestBytes all) {
        Intake intake = new Intake(all);
        exchange.getAttributes().put(ATTRIBUTE, intake);
        return intake;
    }

    /** Lets the whole body in: whose it is was seen without it. */
    public void isKnown() {
        known = true;
    }

    public int most() {
        return known ? MOST : MOST_OF_STRANGERS;
    }

    /** Takes room for so many bytes more; a {@link Problem} when there is none. */
    public void take(int bytes) {
        if (all == null) {
            return;
        }
        if (!all.take(bytes)) {
            throw Problem.unavailable(
                    "overloaded", "Too much is being sent at a time; try again soon.", Duration.ofSeconds(1));
        }
        taken.addAndGet(bytes);
    }

    /** Gives all back, at the end, or when what was taken is not kept. */
    public void giveBack() {
        long bytes = taken.getAndSet(0);
        if (all != null) {
            all.giveBack(bytes);
        }
    }
}
