package encore.api.socketio;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/** The second argument of an event of Socket.IO: the room that it was sent to, and its position if it has one. */
public record FramePlace(
        String room,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Long position) {}
