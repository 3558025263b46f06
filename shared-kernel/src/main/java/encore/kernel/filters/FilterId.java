package encore.kernel.filters;

import com.fasterxml.jackson.annotation.JsonCreator;
import encore.kernel.StreamId;
import encore.kernel.StreamNames;
import encore.kernel.published.PublishedValue;

/** One saved search filter; prints as {@code filter.<account>.<uid>}. */
public record FilterId(
        long account, @PublishedValue("filter_uid") String uid) implements StreamId {

    @JsonCreator
    public static FilterId parse(String text) {
        String[] parts = StreamNames.split(text, "filter", 3);
        return new FilterId(Long.parseLong(parts[1]), parts[2]);
    }

    @Override
    public String toString() {
        return "filter." + account + "." + uid;
    }
}
