package encore.kernel.networks;

import com.fasterxml.jackson.annotation.JsonCreator;
import encore.kernel.StreamId;
import encore.kernel.StreamNames;

/** The own networks of an account; prints as {@code networks.<account>}. */
public record NetworksId(long account) implements StreamId {

    @JsonCreator
    public static NetworksId parse(String text) {
        return new NetworksId(Long.parseLong(StreamNames.split(text, "networks", 2)[1]));
    }

    @Override
    public String toString() {
        return "networks." + account;
    }
}
