package encore.kernel.live;

import com.fasterxml.jackson.annotation.JsonInclude;
import encore.kernel.time.WireTime;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The part of an event that followers see. It contains no personal data, so that no buffer holds data that an erasure
 * would have to reach.
 *
 * @param type the name of the event in the log
 * @param fanId the fan that it is about; null for none
 * @param source {@code import} for an event of an import; null for others
 * @param details a JSON object with the published fields of the event ({@link encore.kernel.published.PublishedData}) but the fan, and the
 *     details that its feature works out. Fields that every event was promised to have are null where it has no value.
 */
public record LiveEvent(
        long position,
        String type,
        @WireTime(WireTime.Form.BOTH) Instant time,
        String stream,
        @Nullable Long fanId,
        String command,
        String actor,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String source,
        JsonNode details) {}
