package encore.infra.eventstore.keys;

import org.jspecify.annotations.Nullable;

/**
 * A subject's key that is copied from one key store to another.
 *
 * @param key null for a key that was destroyed
 * @param end null for a key that was not destroyed
 */
public record CopiedKey(
        String subject, byte @Nullable [] key, @Nullable KeyEnd end) {}
