package encore.kernel.performances;

import com.fasterxml.jackson.annotation.JsonCreator;
import encore.kernel.StreamId;
import encore.kernel.StreamNames;
import encore.kernel.published.PublishedValue;

/** A show; prints as {@code performance.<account>.<uid>}. */
public record PerformanceId(
        long account, @PublishedValue("performance_uid") String uid) implements StreamId {

    @JsonCreator
    public static PerformanceId parse(String text) {
        String[] parts = StreamNames.split(text, "performance", 3);
        return new PerformanceId(Long.parseLong(parts[1]), parts[2]);
    }

    @Override
    public String toString() {
        return "performance." + account + "." + uid;
    }
}
