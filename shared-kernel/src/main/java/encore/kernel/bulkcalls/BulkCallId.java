package encore.kernel.bulkcalls;

import com.fasterxml.jackson.annotation.JsonCreator;
import encore.kernel.StreamId;
import encore.kernel.StreamNames;

/** A bulk call of an account; prints as {@code bulk_call.<account>.<uid>}. */
public record BulkCallId(long account, String uid) implements StreamId {

    @JsonCreator
    public static BulkCallId parse(String text) {
        String[] parts = StreamNames.split(text, "bulk_call", 3);
        return new BulkCallId(Long.parseLong(parts[1]), parts[2]);
    }

    @Override
    public String toString() {
        return "bulk_call." + account + "." + uid;
    }
}
