package encore.kernel.purchases;

import com.fasterxml.jackson.annotation.JsonCreator;
import encore.kernel.StreamId;
import encore.kernel.StreamNames;

/**
 * Who bought something while no fan is known to have; prints as {@code buyer.<account>.<uid>}. What a shop says of the
 * buyer is encrypted under a key of its own until a fan is found.
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
