package encore.infra.eventstore.process;

import java.time.Instant;

/**
 * A command that a rule said no to: an outcome like any other.
 *
 * @param kind and {@code reason} as the refusal named them
 * @param at when it was refused
 */
public record RefusedCommand(
        long position, long ordinal, long account, String command, String kind, String reason, Instant at) {

    public static final String PREFIX = "refused/";

    public String key() {
        return Outgoing.key(PREFIX, position, ordinal);
    }
}
