package encore.kernel.relations;

import encore.kernel.WireTime;
import java.time.Instant;

/** That two idols belong together, whichever was named first. */
public record IdolRelation(
        String idolUid,
        String relatedIdolUid,
        @WireTime(WireTime.Form.BOTH) Instant creationTimestamp) {}
