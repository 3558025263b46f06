package encore.kernel.contacts;

import com.fasterxml.jackson.annotation.JsonCreator;
import encore.kernel.StreamId;
import encore.kernel.StreamNames;

/**
 * One email or phone that somebody logs in with; prints as {@code contact.<account>.<uid>}. The uid says nothing of the
 * email or phone.
 */
public record ContactId(long account, String uid) implements StreamId {

    @JsonCreator
    public static ContactId parse(String text) {
        String[] parts = StreamNames.split(text, "contact", 3);
        return new ContactId(Long.parseLong(parts[1]), parts[2]);
    }

    @Override
    public String toString() {
        return "contact." + account + "." + uid;
    }
}
