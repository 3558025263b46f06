package encore.kernel.sessions;

import com.fasterxml.jackson.annotation.JsonCreator;
import encore.kernel.StreamId;
import encore.kernel.StreamNames;

/** The session of a guest; prints as {@code guest.<account>.<session_ref>}. */
public record GuestId(long account, String ref) implements StreamId {

    @JsonCreator
    public static GuestId parse(String text) {
        String[] parts = StreamNames.split(text, "guest", 3);
        return new GuestId(Long.parseLong(parts[1]), parts[2]);
    }

    @Override
    public String toString() {
        return "guest." + account + "." + ref;
    }
}
