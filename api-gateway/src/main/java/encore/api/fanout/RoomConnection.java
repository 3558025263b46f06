package encore.api.fanout;

import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;

/** One client in rooms: who it is, the rooms that it joined, and what it sends there. All transports use it. */
public interface RoomConnection {

    /** The prefix of the stream by which staff follows a room. */
    String STREAM_PREFIX = "live.";

    /** The event of the frame that {@link #join} handles. */
    String JOIN = "join";

    /** The data of the answer to a join. */
    record Joined(String roomName, long position, int members) {}

    /**
     * Joins a room. The Mono answers on the thread of the show, after what the client missed was written: write its
     * acknowledgement at once.
     *
     * @param client writes the frames of the room
     */
    Mono<Joined> join(JsonNode data, RoomClient client);

    /** Leaves a room, unless it was joined again for another client meanwhile. */
    void leave(String roomName, RoomClient client);

    /**
     * Handles a frame other than {@code join}.
     *
     * @param arrivedAt when the frame reached this gateway
     * @return the data of the acknowledgement
     */
    Mono<? extends Record> handle(String event, JsonNode data, Instant arrivedAt);

    /** Counts a refused frame, and ends the connection when there were too many or the client is banned. */
    void refuse(Throwable failure);

    /**
     * Lets staff follow a room, and be no member of it. It needs a key with its secret. The Mono answers the position
     * after which the stream begins, like a join.
     *
     * @param stream the name of the stream, {@code live.<room>}
     * @param client writes the frames of the room
     */
    Mono<Long> follow(String stream, @Nullable Long after, RoomClient client);

    /** Ends what {@link #follow} began. */
    void unfollow(String stream);

    /**
     * Returns the page_tab_ids of the shows whose rooms this connection is in. An address can be banned from a single show,
     * so a connection is checked against the bans of these shows too.
     */
    Set<Long> pageTabs();

    /** Leaves all rooms, when the connection is closed. */
    void close();
}
