package encore.kernel.props;

import encore.kernel.time.WireTime;
import java.time.Instant;
import tools.jackson.databind.JsonNode;

/**
 * A value that an account stores under a name.
 *
 * @param props the value
 */
public record Prop(
        String propName,
        JsonNode props,
        @WireTime(WireTime.Form.BOTH) Instant creationTimestamp,
        @WireTime(WireTime.Form.BOTH) Instant lastUpdateTimestamp) {}
