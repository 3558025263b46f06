package encore.kernel.passes;

import com.fasterxml.jackson.annotation.JsonCreator;
import encore.kernel.StreamId;
import encore.kernel.StreamNames;
import encore.kernel.published.PublishedValue;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/** A pass; prints as {@code pass.<account>.<uid>}. */
public record PassId(
        long account, @PublishedValue("pass_uid") String uid) implements StreamId {

    @JsonCreator
    public static PassId parse(String text) {
        String[] parts = StreamNames.split(text, "pass", 3);
        return new PassId(Long.parseLong(parts[1]), parts[2]);
    }

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
        return "pass." + account + "." + uid;
    }
}
