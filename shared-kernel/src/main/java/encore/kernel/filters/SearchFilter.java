package encore.kernel.filters;

import encore.kernel.WireTime;
import encore.kernel.fans.FanCriteria;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A saved search filter (spec 2, 2).
 *
 * @param lastSearchCount how many fans it finds now
 */
public record SearchFilter(
        String filterUid,
        String filterName,
        long accountId,
        @WireTime(WireTime.Form.SECONDS) Instant creationTimestamp,
        long lastSearchCount) {

    /**
     * A filter as its account keeps it.
     *
     * @param criteria the parameters of the search as they were given
     */
    public record Managed(
            String filterUid,
            String filterName,
            @Nullable String groupName,
            @WireTime(WireTime.Form.SECONDS) Instant creationTimestamp,
            JsonNode criteria) {}

    /**
     * A filter with what it means.
     *
     * @param criteria what its parameters say
     */
    public record Kept(Managed shown, FanCriteria criteria) {

        public SearchFilter counted(long account, long count) {
            return new SearchFilter(shown.filterUid(), shown.filterName(), account, shown.creationTimestamp(), count);
        }
    }
}
