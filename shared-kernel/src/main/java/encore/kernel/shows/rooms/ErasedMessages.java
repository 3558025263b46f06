package encore.kernel.shows.rooms;

import java.util.List;

/**
 * The messages of an erased fan that clients may still show.
 *
 * @param upTo the history is complete up to this position; before the erasure's position the answer is not yet final
 */
public record ErasedMessages(List<InRoom> rooms, long upTo) {

    public ErasedMessages {
        rooms = List.copyOf(rooms);
    }

    /** The positions of the messages in one room, in order. */
    public record InRoom(String roomName, List<Long> positions) {

        public InRoom {
            positions = List.copyOf(positions);
        }
    }
}
