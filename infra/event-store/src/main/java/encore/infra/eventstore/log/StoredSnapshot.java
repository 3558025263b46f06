package encore.infra.eventstore.log;

import org.jspecify.annotations.Nullable;

/**
 * An aggregate's state after an event of its stream; a technical store, never part of the record.
 *
 * @param type the aggregate's catalogue name
 * @param revision of the state's shape; an unknown one is ignored
 * @param state JSON, encrypted where the aggregate holds personal data
 * @param subject under whose key it is encrypted; null where it is not
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
