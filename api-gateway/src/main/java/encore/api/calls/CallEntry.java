package encore.api.calls;

import org.jspecify.annotations.Nullable;

/** A call in memory. The log of calls owns its links, which are part of it so that nothing else is allocated. */
final class CallEntry {

    /** A header, eleven words at most and the fields below, as the JVM lays them out with compressed references. */
    private static final int OWN_BYTES = 80;

    private static final int TEXT_BYTES = 40;

    final long account;
    final long endedAt;
    final int durationMs;
    final short status;
    final String method;
    final String route;
    final String actor;
    final @Nullable String problemType;
    final String requestId;

    /** The entry that was recorded next; before the entry is in the log, the one that was recorded before. */
    @Nullable
    CallEntry next;

    @Nullable
    CallEntry previous;

    @Nullable
    CallEntry nextOfAccount;

    /**
     * @param endedAt in milliseconds since 1970
     * @param actor a text that the caller's other calls share
     * @param requestId a text of its own
     */
    CallEntry(
            long account,
            long endedAt,
            int durationMs,
            int status,
            String method,
            String route,
            String actor,
            @Nullable String problemType,
            String requestId) {
        this.account = account;
        this.endedAt = endedAt;
        this.durationMs = durationMs;
        this.status = (short) status;
        this.method = method;
        this.route = route;
        this.actor = actor;
        this.problemType = problemType;
        this.requestId = requestId;
    }

    boolean isFailed() {
        return status >= 400;
    }

    /**
     * Returns the bytes that it needs: its own, and those of the texts that no other entry is sure to share. Methods, routes
     * and actors are shared.
     */
    int bytes() {
        return OWN_BYTES + bytes(requestId) + (problemType == null ? 0 : bytes(problemType));
    }

    private static int bytes(String text) {
        return TEXT_BYTES + (text.length() + 7) / 8 * 8;
    }
}
