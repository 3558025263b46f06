package encore.kernel.filters;

import encore.kernel.privacy.Contact;
import encore.kernel.search.FanCriteria;
import encore.kernel.time.WireTime;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A saved search filter (spec 2, 2).
 *
 * @param lastSearchCount the number of fans that it finds now
 */
public record SearchFilter(
        String filterUid,
        String filterName,
        long accountId,
        @WireTime(WireTime.Form.SECONDS) Instant creationTimestamp,
        long lastSearchCount) {

    /**
     * The form for staff.
     *
     * @param criteria the parameters of the search as they were sent
     */
    public record Managed(
            String filterUid,
            String filterName,
            @Nullable String groupName,
            @WireTime(WireTime.Form.SECONDS) Instant creationTimestamp,
            @Contact JsonNode criteria) {}

    /**
     * A filter with its parsed criteria.
     *
     * @param criteria the criteria that its parameters stand for
     */
    public record ParsedFilter(Managed shown, FanCriteria criteria) {

        public SearchFilter withCount(long account, long count) {
            return new SearchFilter(shown.filterUid(), shown.filterName(), account, shown.creationTimestamp(), count);
        }
    }
}
