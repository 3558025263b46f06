package encore.api.shows.rooms;

import encore.api.input.Description;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

/** The data of a client's {@code join}. */
public record JoinRequest(
        long accountId,
        @Size(min = 1, max = 255) String sessionUid,
        @Size(min = 1, max = 512) String roomName,

        @Description(
                "The last position that the client has of this room, to be told what it missed. A replay takes none.")
        @Nullable
        @Min(0)
        Long after) {

    /** Says nothing of the session_uid. */
    @Override
    public String toString() {
        return "JoinRequest";
    }

    /** The data of a client's {@code leave}. */
    public record Leave(@Size(min = 1, max = 512) String roomName) {}
}
