package encore.kernel.shows.rooms;

import java.util.List;

/**
 * Entries of a room's history. They say where in the log the events of the room are, and hold no texts.
 *
 * @param upTo the history is complete up to this position
 */
public record RoomHistory(List<Entry> entries, long upTo) {

    public RoomHistory {
        entries = List.copyOf(entries);
    }

    /**
     * An event that the room got.
     *
     * @param fanId the fan who wrote a message or was erased; 0 for none
     */
    public record Entry(long position, long fanId, Kind kind) {}

    /** The kinds of entries. */
    public enum Kind {
        /** Any other event. */
        OTHER,
        /** A fan wrote a message. */
        MESSAGE,
        /** A fan who had written messages was erased. */
        ERASURE
    }
}
