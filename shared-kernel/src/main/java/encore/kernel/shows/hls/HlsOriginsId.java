package encore.kernel.shows.hls;

import com.fasterxml.jackson.annotation.JsonCreator;
import encore.kernel.StreamId;
import encore.kernel.StreamNames;

/** The hosts of an account's manifests; prints as {@code hls_origins.<account>}. */
public record HlsOriginsId(long account) implements StreamId {

    @JsonCreator
    public static HlsOriginsId parse(String text) {
        return new HlsOriginsId(Long.parseLong(StreamNames.split(text, "hls_origins", 2)[1]));
    }

    @Override
    public String toString() {
        return "hls_origins." + account;
    }
}
