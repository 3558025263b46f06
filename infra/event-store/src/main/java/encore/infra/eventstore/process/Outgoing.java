package encore.infra.eventstore.process;

import tools.jackson.databind.JsonNode;

/**
 * A command in an automation's outbox: its outcome is not known yet.
 *
 * @param position the position of the event that caused the command
 * @param ordinal the command's number among those of the event, from 1
 * @param account the account that the command belongs to
 * @param orderKey commands with the same key are sent one after the other
 * @param command the record's simple name
 */
public record Outgoing(long position, long ordinal, long account, String orderKey, String command, JsonNode body) {

    public static final String PREFIX = "outbox/";

    public String key() {
        return key(PREFIX, position, ordinal);
    }

    static String key(String prefix, long position, long ordinal) {
        return String.format("%s%019d/%019d", prefix, position, ordinal);
    }
}
