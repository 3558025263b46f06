package encore.infra.eventstore.codec;

import encore.infra.eventstore.Recorded;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Holds what stands beside an event's payload in the log; nothing personal, no secret.
 *
 * @param request HMAC of the id that the client gave, else the fresh id of the handling
 * @param cause the position of the event that an automation reacted to
 * @param personal which fields of the payload are encrypted, and under whose key
 */
public record EventMetadata(
        long account,
        String actor,
        String command,
        String request,
        @Nullable Long cause,
        @Nullable Personal personal) {

    /**
     * @param subject whose key it is
     * @param fields JSON pointers (RFC 6901) into the payload
     */
    public record Personal(String subject, List<String> fields) {
        public Personal {
            fields = List.copyOf(fields);
        }
    }

    EventMetadata with(@Nullable Personal encrypted) {
        return new EventMetadata(account, actor, command, request, cause, encrypted);
    }

    Recorded.Origin origin() {
        return new Recorded.Origin(account, actor, command, request);
    }
}
