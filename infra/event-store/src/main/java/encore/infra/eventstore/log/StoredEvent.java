package encore.infra.eventstore.log;

/**
 * An event as the log holds it; its leaf hash was checked when it was read.
 *
 * @param commitId UUIDv7 in 16 bytes
 * @param ordinal its place in the commit, from 0
 * @param at the commit's time in milliseconds since 1970
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
