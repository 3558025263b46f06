package encore.infra.eventstore.axon;

import encore.infra.eventstore.codec.EventMetadata;
import encore.infra.eventstore.log.RequestKey;
import org.jspecify.annotations.Nullable;

/**
 * On whose behalf a command is handled, and how a repeat of it is known.
 *
 * @param id HMAC of the given id in hex, or a fresh UUIDv7: it stands in the events' metadata
 * @param key joins the commit; null when nobody can repeat it
 * @param cause the position of the event that an automation reacts to
 */
public record Request(
        long account,
        String actor,
        String id,
        @Nullable RequestKey key,
        @Nullable Long cause) {

    EventMetadata metadata(String command) {
        return new EventMetadata(account, actor, command, id, cause, null);
    }
}
