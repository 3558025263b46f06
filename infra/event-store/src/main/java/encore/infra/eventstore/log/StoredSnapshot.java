package encore.infra.eventstore.log;

/**
 * An aggregate's state after an event of its stream; a technical store, never part of the record.
 *
 * @param type the aggregate's catalogue name
 * @param revision of the state's shape; an unknown one is ignored
 * @param state JSON, encrypted where the aggregate holds personal data
 */
public record StoredSnapshot(String stream, long sequence, String type, String revision, byte[] state) {}
