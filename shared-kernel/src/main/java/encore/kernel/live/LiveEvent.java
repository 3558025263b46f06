package encore.kernel.live;

import encore.kernel.WireTime;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Holds what followers see of an event. Nothing of it is personal, so no buffer ever holds what an erasure must reach.
 *
 * @param type its name in the log
 * @param fanId whom it is about, or null
 * @param details an object of what features tell of their events beside that, under the names of the wire; null is the
 *     value of all that is another event's
 */
public record LiveEvent(
        long position,
        String type,
        @WireTime(WireTime.Form.BOTH) Instant time,
        String stream,
        @Nullable Long fanId,
        String command,
        String actor,
        JsonNode details) {}
