package encore.infra.eventstore.log;

import org.jspecify.annotations.Nullable;

/**
 * A request that produced events.
 *
 * @param position of its last event
 * @param answer JSON, or null when the answer held a secret
 */
public record HonouredRequest(RequestKey key, long position, byte @Nullable [] answer) {}
