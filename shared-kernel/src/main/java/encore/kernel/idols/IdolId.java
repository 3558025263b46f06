package encore.kernel.idols;

import com.fasterxml.jackson.annotation.JsonCreator;
import encore.kernel.StreamId;
import encore.kernel.StreamNames;
import encore.kernel.published.PublishedValue;

/** An artist, team, sponsor or podcast; prints as {@code idol.<account>.<uid>}. */
public record IdolId(
        long account, @PublishedValue("idol_uid") String uid) implements StreamId {

    @JsonCreator
    public static IdolId parse(String text) {
        String[] parts = StreamNames.split(text, "idol", 3);
        return new IdolId(Long.parseLong(parts[1]), parts[2]);
    }

    @Override
    public String toString() {
        return "idol." + account + "." + uid;
    }
}
