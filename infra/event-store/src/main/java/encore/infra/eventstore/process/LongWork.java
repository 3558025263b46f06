package encore.infra.eventstore.process;

import org.jspecify.annotations.Nullable;

/**
 * Work that an event started and that an automation continues in steps.
 *
 * @param position the position of the event
 * @param cursor the start of the next step, in the automation's own format
 * @param readsLog true for work that makes documents of the log; null for other work
 */
public record LongWork(
        long position,
        long account,
        String cursor,
        @Nullable Boolean readsLog) {

    public static final String PREFIX = "work/";

    /** Returns whether it makes documents of the log: then it is done again when they are lost. */
    public boolean isReplay() {
        return Boolean.TRUE.equals(readsLog);
    }

    /** Returns the work at its next step. */
    public LongWork at(String next) {
        return new LongWork(position, account, next, readsLog);
    }

    public String key() {
        return OutboxCommand.key(PREFIX, position, 0, null);
    }
}
