package encore.kernel.businesses;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.soabase.recordbuilder.core.RecordBuilder;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** A business as the public list shows it (spec 3, 2). */
@RecordBuilder
public record Business(
        @Nullable String legalRules,
        @Nullable String legalTerms,
        @Nullable String legalPrivacy,
        long businessId,
        @Nullable String businessName,
        @Nullable ObjectNode mediaMap,
        @Nullable ObjectNode schedulerProps,
        @Nullable ObjectNode localeProps) {

    public static Business of(long businessId, BusinessDetails details) {
        return new Business(
                details.legalRules(),
                details.legalTerms(),
                details.legalPrivacy(),
                businessId,
                details.businessName(),
                details.mediaMap(),
                details.schedulerProps(),
                details.localeProps());
    }

    /** The form of the single read. */
    public record Single(
            @JsonUnwrapped Business business, @Nullable ObjectNode wifiProps) {

        public static Single of(long businessId, BusinessDetails details) {
            return new Single(Business.of(businessId, details), details.wifiProps());
        }
    }

    /** The form for staff. */
    public record Managed(long businessId, @JsonUnwrapped BusinessDetails details) {}

    /**
     * The form for staff, in the single read.
     *
     * @param memberCount the number of fans that are opted in
     */
    public record ManagedSingle(
            long businessId, @JsonUnwrapped BusinessDetails details, long memberCount) {}

    /**
     * The point type of a business.
     *
     * @param pointUid null when the business has none of its own, or is removed
     */
    public record Points(@Nullable String pointUid) {}
}
