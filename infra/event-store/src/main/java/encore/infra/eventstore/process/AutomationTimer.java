package encore.infra.eventstore.process;

import java.time.Instant;

/**
 * A timer of an automation, waiting or due.
 *
 * @param key the automation's own name for it. An automation has at most one waiting timer of each key
 * @param at the time when it is due, in milliseconds since 1970
 * @param since the position of the event that set it. If another timer set it, that of the event that set the other
 * @param account the account of that event
 */
public record AutomationTimer(String key, long at, long since, long account) {

    /** The prefix of the entries by time, which contain the timers. */
    public static final String BY_TIME = "timer/time/";

    /** The prefix of the entries by key, which contain the times. */
    public static final String BY_KEY = "timer/key/";

    /** Returns the key of the entry by time: entries are in the order in which timers are due. */
    public String timeKey() {
        return timeKey(at, key);
    }

    public static String timeKey(long at, String key) {
        return timePrefix(at) + "/" + key;
    }

    /** Returns a text that is less than the entries' keys of all timers of this time or later, and greater than others. */
    public static String timePrefix(long at) {
        return String.format("%s%019d", BY_TIME, at);
    }

    /** Returns the timer's part of the ids of its commands, {@code <key>@<instant>}. */
    public String id() {
        return key + "@" + Instant.ofEpochMilli(at);
    }
}
