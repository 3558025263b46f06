package encore.kernel.tags;

import com.fasterxml.jackson.annotation.JsonCreator;
import encore.kernel.StreamId;
import encore.kernel.StreamNames;
import encore.kernel.published.PublishedValue;

/** A tag of an account; prints as {@code tag.<account>.<tag_id>}. */
public record TagId(long account, @PublishedValue("tag_id") long number) implements StreamId {

    @JsonCreator
    public static TagId parse(String text) {
        String[] parts = StreamNames.split(text, "tag", 3);
        return new TagId(Long.parseLong(parts[1]), Long.parseLong(parts[2]));
    }

    @Override
    public String toString() {
        return "tag." + account + "." + number;
    }
}
