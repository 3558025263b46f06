package encore.infra.eventstore.log.commit;

/**
 * An event as the log stores it. Its leaf hash was checked when it was read.
 *
 * @param commitId UUIDv7 in 16 bytes
 * @param ordinal the event's number in its commit, from 0
 * @param at the time of the commit in milliseconds since 1970
 */
public record StoredEvent(
        long position,
        byte[] commitId,
        int ordinal,
        long at,
        String stream,
        long sequence,
        String type,
        String revision,
        byte[] metadata,
        byte[] payload) {}
