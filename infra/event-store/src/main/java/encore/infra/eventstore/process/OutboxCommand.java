package encore.infra.eventstore.process;

import tools.jackson.databind.JsonNode;

/**
 * A command in an automation's outbox: its outcome is not known yet.
 *
 * @param position of the event that it was named for
 * @param ordinal its place among those of the event, from 1
 * @param account whose it is
 * @param orderKey those of one key go out one after the other
 * @param command the stored name of its type
 */
public record OutboxCommand(long position, long ordinal, long account, String orderKey, String command, JsonNode body) {

    public static final String PREFIX = "outbox/";

    public String key() {
        return key(PREFIX, position, ordinal);
    }

    static String key(String prefix, long position, long ordinal) {
        return String.format("%s%019d/%019d", prefix, position, ordinal);
    }
}
