package encore.kernel.passwords;

import com.fasterxml.jackson.annotation.JsonCreator;
import encore.kernel.StreamId;
import encore.kernel.StreamNames;

/** One look-up of a password; prints as {@code password_lookup.<account>.<uid>}. Nothing is ever written there. */
public record PasswordLookupId(long account, String uid) implements StreamId {

    @JsonCreator
    public static PasswordLookupId parse(String text) {
        String[] parts = StreamNames.split(text, "password_lookup", 3);
        return new PasswordLookupId(Long.parseLong(parts[1]), parts[2]);
    }

    @Override
    public String toString() {
        return "password_lookup." + account + "." + uid;
    }
}
