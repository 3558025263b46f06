package encore.kernel.deliveries;

import com.fasterxml.jackson.annotation.JsonCreator;
import encore.kernel.StreamId;
import encore.kernel.StreamNames;

/** The deliveries of the installation; prints as {@code deliveries.0}. The operator is account 0. */
public record DeliveriesId(long account) implements StreamId {

    @JsonCreator
    public static DeliveriesId parse(String text) {
        return new DeliveriesId(Long.parseLong(StreamNames.split(text, "deliveries", 2)[1]));
    }

    @Override
    public String toString() {
        return "deliveries." + account;
    }
}
