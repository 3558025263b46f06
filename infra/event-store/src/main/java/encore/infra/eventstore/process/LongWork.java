package encore.infra.eventstore.process;

import encore.infra.eventstore.codec.EventJson;
import org.jspecify.annotations.Nullable;

/**
 * Work that an event started and that an automation continues in steps.
 *
 * @param position the position of the event
 * @param cursor the start of the next step, in the automation's own format. For work that reads the log it is the position up to
 *     which the log is read, so that operators see it
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

    /** Reads an entry. */
    public static LongWork read(String json) {
        return EventJson.mapper().readValue(json, LongWork.class);
    }

    /** Returns the position up to which work that reads the log has read it. Earlier builds wrote a word as the cursor. */
    public long readTo() {
        return cursor.matches("\\d{1,18}") ? Long.parseLong(cursor) : 0;
    }

    /** Returns the work at its next step. */
    public LongWork at(String next) {
        return new LongWork(position, account, next, readsLog);
    }

    public String key() {
        return key(position);
    }

    static String key(long position) {
        return OutboxCommand.key(PREFIX, position, 0, null);
    }
}
