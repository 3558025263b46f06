package encore.kernel.media;

import com.fasterxml.jackson.annotation.JsonCreator;
import encore.kernel.StreamId;
import encore.kernel.StreamNames;
import encore.kernel.published.PublishedValue;

/** One media asset; prints as {@code media.<account>.<media_uid>}. The uid is unique in the installation. */
public record MediaId(
        long account, @PublishedValue("media_uid") String uid) implements StreamId {

    @JsonCreator
    public static MediaId parse(String text) {
        String[] parts = StreamNames.split(text, "media", 3);
        return new MediaId(Long.parseLong(parts[1]), parts[2]);
    }

    @Override
    public String toString() {
        return "media." + account + "." + uid;
    }
}
