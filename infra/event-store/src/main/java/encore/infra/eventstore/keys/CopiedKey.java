package encore.infra.eventstore.keys;

import org.jspecify.annotations.Nullable;

/**
 * A subject's key on its way from one store to another.
 *
 * @param key null for the tombstone of one that was destroyed
 */
public record CopiedKey(String subject, byte @Nullable [] key) {}
