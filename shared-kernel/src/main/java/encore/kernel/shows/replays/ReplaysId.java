package encore.kernel.shows.replays;

import com.fasterxml.jackson.annotation.JsonCreator;
import encore.kernel.StreamId;
import encore.kernel.StreamNames;

/** The replays of an account's shows; prints as {@code replays.<account>}. */
public record ReplaysId(long account) implements StreamId {

    @JsonCreator
    public static ReplaysId parse(String text) {
        return new ReplaysId(Long.parseLong(StreamNames.split(text, "replays", 2)[1]));
    }

    @Override
    public String toString() {
        return "replays." + account;
    }
}
