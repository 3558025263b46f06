package encore.kernel.addresses;

import com.fasterxml.jackson.annotation.JsonCreator;
import encore.kernel.StreamId;
import encore.kernel.StreamNames;

/** All monitored addresses of an account; prints as {@code addresses.<account>}. */
public record AddressesId(long account) implements StreamId {

    @JsonCreator
    public static AddressesId parse(String text) {
        return new AddressesId(Long.parseLong(StreamNames.split(text, "addresses", 2)[1]));
    }

    @Override
    public String toString() {
        return "addresses." + account;
    }
}
