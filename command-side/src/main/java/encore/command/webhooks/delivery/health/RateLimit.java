package encore.command.webhooks.delivery.health;

/** Allows a number of calls in any second. It remembers the times of that many calls. One thread uses it. */
public final class RateLimit {

    private static final long SECOND = 1_000;

    private long[] times = new long[0];
    private int next;

    /** Changes the number of calls a second. */
    public void allow(int perSecond) {
        if (times.length != perSecond) {
            times = new long[perSecond];
            next = 0;
        }
    }

    /** Returns the time from which one more call is allowed, in milliseconds since 1970; 0 for at once. */
    public long nextAllowed() {
        return times[next] == 0 ? 0 : times[next] + SECOND;
    }

    /** Counts a call. */
    public void count(long now) {
        times[next] = now;
        next = (next + 1) % times.length;
    }
}
