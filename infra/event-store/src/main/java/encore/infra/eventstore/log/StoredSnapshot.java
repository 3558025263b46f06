package encore.infra.eventstore.log;

import org.jspecify.annotations.Nullable;

/**
 * An aggregate's state after an event of its stream. It can be computed again from the events.
 *
 * @param type the simple name of the aggregate's class
 * @param revision identifies the fields of the state; a snapshot with an unknown revision is ignored
 * @param state JSON, encrypted if the aggregate holds personal data
 * @param subject the subject whose key encrypts the state; null if it is not encrypted
 */
public record StoredSnapshot(
        String stream,
        long sequence,
        String type,
        String revision,
        byte[] state,
        @Nullable String subject) {

    public StoredSnapshot(String stream, long sequence, String type, String revision, byte[] state) {
        this(stream, sequence, type, revision, state, null);
    }
}
