package encore.kernel.fanstreams;

import encore.kernel.time.WireTime;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** A stream as the contract shows it (spec 3, 2: Stream). */
@RecordBuilder
public record FanStream(
        String streamKey,
        long accountId,
        @WireTime(WireTime.Form.BOTH) Instant creationTimestamp,
        @Nullable String streamName,
        @Nullable ObjectNode props,
        @Nullable String virtualDomain,
        @Nullable String cssText,
        @Nullable String javascriptText,
        int recordLimit,
        int trustLevel,
        @Nullable ObjectNode mediaMap,
        boolean isPublic,
        @Nullable Long tagId,
        @Nullable String tagName,
        List<String> authorizedNetworks) {

    public FanStream {
        authorizedNetworks = List.copyOf(authorizedNetworks);
    }
}
