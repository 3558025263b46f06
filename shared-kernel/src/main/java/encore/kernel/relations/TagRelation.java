package encore.kernel.relations;

import encore.kernel.WireTime;
import java.time.Instant;

/** That two tags belong together, whichever was named first. */
public record TagRelation(
        String tagName,
        String relatedTagName,
        @WireTime(WireTime.Form.BOTH) Instant creationTimestamp) {}
