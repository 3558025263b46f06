package encore.kernel.shows.hls;

import encore.kernel.StreamId;

/** The hosts of an account's manifests; prints as {@code hls_origins.<account>}. */
@StreamId.Kind("hls_origins")
public record HlsOriginsId(long account) implements StreamId {

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
