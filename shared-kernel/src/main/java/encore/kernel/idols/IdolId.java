package encore.kernel.idols;

import encore.kernel.StreamId;
import encore.kernel.published.PublishedValue;

/** An artist, team, sponsor or podcast; prints as {@code idol.<account>.<uid>}. */
@StreamId.Kind("idol")
public record IdolId(
        long account, @PublishedValue("idol_uid") String uid) implements StreamId {

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
