package encore.kernel.media;

import encore.kernel.StreamId;
import encore.kernel.told.ToldValue;

/** One media asset; prints as {@code media.<account>.<media_uid>}. The uid is unique in the installation. */
@StreamId.Kind("media")
public record MediaId(long account, @ToldValue("media_uid") String uid) implements StreamId {

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
