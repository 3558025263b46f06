package encore.kernel.shows.rooms;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * A frame by which the clients of a room learn of one event. It may be personal, so each class that keeps it forgets it
 * when the fan is erased.
 *
 * @param position the position of the event. Where a room has several frames at one position, clients see it less
 *     one with all but the last
 * @param event the name of the frame, such as {@code chat_message}
 * @param data its fields under wire names
 * @param fanId the fan who wrote it; null for none
 */
public record RoomFrame(
        String roomName,
        long position,
        String event,
        ObjectNode data,
        @Nullable Long fanId) {}
