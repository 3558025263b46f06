package encore.kernel.relations;

import encore.kernel.time.WireTime;
import java.time.Instant;

/** A relation between two idols, independent of their order. */
public record IdolRelation(
        String idolUid,
        String relatedIdolUid,
        @WireTime(WireTime.Form.BOTH) Instant creationTimestamp) {}
