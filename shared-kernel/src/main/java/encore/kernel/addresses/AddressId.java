package encore.kernel.addresses;

import com.fasterxml.jackson.annotation.JsonCreator;
import encore.kernel.StreamId;
import encore.kernel.StreamNames;

/** One monitored address; prints as {@code address.<account>.<uid>}. */
public record AddressId(long account, String uid) implements StreamId {

    @JsonCreator
    public static AddressId parse(String text) {
        String[] parts = StreamNames.split(text, "address", 3);
        return new AddressId(Long.parseLong(parts[1]), parts[2]);
    }

    @Override
    public String toString() {
        return "address." + account + "." + uid;
    }
}
