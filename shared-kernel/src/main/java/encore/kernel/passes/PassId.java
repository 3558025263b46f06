package encore.kernel.passes;

import encore.kernel.StreamId;
import encore.kernel.published.PublishedValue;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/** A pass; prints as {@code pass.<account>.<uid>}. */
@StreamId.Kind("pass")
public record PassId(
        long account, @PublishedValue("pass_uid") String uid) implements StreamId {

    /**
     * Returns the pass of an issued reward. Its uid is computed from the issuance, so that it is issued once. Without the
     * fan_point_uid nobody can guess it.
     */
    public static PassId ofIssuance(long account, String fanPointUid) {
        byte[] name = ("pass/" + fanPointUid).getBytes(StandardCharsets.UTF_8);
        return new PassId(account, UUID.nameUUIDFromBytes(name).toString());
    }

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
