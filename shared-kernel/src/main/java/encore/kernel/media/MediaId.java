package encore.kernel.media;

import encore.kernel.StreamId;
import encore.kernel.published.PublishedValue;

/** One media asset; prints as {@code media.<account>.<media_uid>}. The uid is unique in the installation. */
@StreamId.Kind("media")
public record MediaId(
        long account, @PublishedValue("media_uid") String uid) implements StreamId {

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
