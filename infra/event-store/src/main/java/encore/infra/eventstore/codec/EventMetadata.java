package encore.infra.eventstore.codec;

import encore.infra.eventstore.RecordedEvent;
import encore.kernel.names.AddedLater;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The metadata that the log stores with an event. It contains nothing personal and no secret.
 *
 * @param request the HMAC of the id that the client gave, otherwise a fresh id of this try
 * @param cause the position of the event that an automation reacted to
 * @param source {@code import} if the event came from an import; null otherwise
 * @param personal the encrypted fields of the payload and the subject of their key
 */
public record EventMetadata(
        long account,
        String actor,
        String command,
        String request,
        @Nullable Long cause,
        @AddedLater @Nullable String source,
        @Nullable Personal personal) {

    /**
     * Names the encrypted fields of a payload.
     *
     * @param subject the owner of the key
     * @param fields JSON pointers (RFC 6901) into the payload
     */
    public record Personal(String subject, List<String> fields) {
        public Personal {
            fields = List.copyOf(fields);
        }
    }

    /** Returns the metadata of an event that nothing caused and that has nothing personal. */
    public static EventMetadata of(long account, String actor, String command, String request) {
        String source = null;
        return new EventMetadata(account, actor, command, request, null, source, null);
    }

    EventMetadata with(@Nullable Personal encrypted) {
        return new EventMetadata(account, actor, command, request, cause, source, encrypted);
    }

    RecordedEvent.Origin origin() {
        return new RecordedEvent.Origin(account, actor, command, request, source);
    }
}
