package encore.kernel.relations;

import encore.kernel.time.WireTime;
import java.time.Instant;

/** A relation between two tags, independent of their order. */
public record TagRelation(
        String tagName,
        String relatedTagName,
        @WireTime(WireTime.Form.BOTH) Instant creationTimestamp) {}
