package encore.kernel.registrations;

import com.fasterxml.jackson.annotation.JsonCreator;
import encore.kernel.StreamId;
import encore.kernel.StreamNames;

/**
 * The stream of one registration; prints as {@code registration.<account>.<uid>}. Other systems name it by its key
 * instead.
 */
public record RegistrationId(long account, String uid) implements StreamId {

    @JsonCreator
    public static RegistrationId parse(String text) {
        String[] parts = StreamNames.split(text, "registration", 3);
        return new RegistrationId(Long.parseLong(parts[1]), parts[2]);
    }

    /** Returns whether a stream is one of a registration. */
    public static boolean is(String stream) {
        return stream.startsWith("registration.");
    }

    @Override
    public String toString() {
        return "registration." + account + "." + uid;
    }
}
