package encore.infra.eventstore.log.commit;

import org.jspecify.annotations.Nullable;

/**
 * The stored answer to a request that produced events.
 *
 * @param position the position of the commit's last event
 * @param answer the answer as JSON, or null when it contained a secret
 */
public record RememberedAnswer(RequestIdentity key, long position, byte @Nullable [] answer) {}
