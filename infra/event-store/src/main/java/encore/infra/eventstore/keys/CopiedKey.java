package encore.infra.eventstore.keys;

import org.jspecify.annotations.Nullable;

/**
 * A subject's key that is copied from one key store to another.
 *
 * @param key null for a key that was destroyed
 */
public record CopiedKey(String subject, byte @Nullable [] key) {}
