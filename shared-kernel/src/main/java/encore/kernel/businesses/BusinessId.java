package encore.kernel.businesses;

import com.fasterxml.jackson.annotation.JsonCreator;
import encore.kernel.StreamId;
import encore.kernel.StreamNames;
import encore.kernel.published.PublishedValue;

/** A business of an account, for example a team; prints as {@code business.<account>.<number>}. */
public record BusinessId(
        long account, @PublishedValue("business_id") long number) implements StreamId {

    @JsonCreator
    public static BusinessId parse(String text) {
        String[] parts = StreamNames.split(text, "business", 3);
        return new BusinessId(Long.parseLong(parts[1]), Long.parseLong(parts[2]));
    }

    @Override
    public String toString() {
        return "business." + account + "." + number;
    }
}
