package encore.infra.eventstore.process.webhooks;

import org.jspecify.annotations.Nullable;

/**
 * A message that an endpoint refused for good.
 *
 * @param position the event's position
 * @param at the time when it was given up, in milliseconds since 1970
 * @param failure the kind of the last failure
 * @param status the status of the last answer; null for none
 */
public record StoredLetter(
        String messageId,
        long position,
        long at,
        String failure,
        @Nullable Integer status,
        int tries) {}
