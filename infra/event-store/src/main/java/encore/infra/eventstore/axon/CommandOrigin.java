package encore.infra.eventstore.axon;

import encore.infra.eventstore.codec.EventMetadata;
import encore.infra.eventstore.log.commit.RequestIdentity;
import org.jspecify.annotations.Nullable;

/**
 * The origin of a command: who sent it, and how a repeat of it is recognised.
 *
 * @param id the HMAC of the given id in hex, or a fresh UUIDv7; it is stored in the events' metadata
 * @param key is stored with the commit; null when the request cannot be repeated
 * @param cause the position of the event that an automation reacts to
 * @param source {@code import} for an import and its steps; null otherwise
 */
public record CommandOrigin(
        long account,
        String actor,
        String id,
        @Nullable RequestIdentity key,
        @Nullable Long cause,
        @Nullable String source) {

    EventMetadata metadata(String command) {
        return new EventMetadata(account, actor, command, id, cause, source, null);
    }
}
