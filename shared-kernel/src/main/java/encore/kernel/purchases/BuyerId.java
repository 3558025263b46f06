package encore.kernel.purchases;

import com.fasterxml.jackson.annotation.JsonCreator;
import encore.kernel.StreamId;
import encore.kernel.StreamNames;

/**
 * The buyer of a purchase that has no fan yet; prints as {@code buyer.<account>.<uid>}. Until a fan is found, the
 * buyer's data is encrypted under a key of its own.
 */
public record BuyerId(long account, String uid) implements StreamId {

    @JsonCreator
    public static BuyerId parse(String text) {
        String[] parts = StreamNames.split(text, "buyer", 3);
        return new BuyerId(Long.parseLong(parts[1]), parts[2]);
    }

    @Override
    public String toString() {
        return "buyer." + account + "." + uid;
    }
}
