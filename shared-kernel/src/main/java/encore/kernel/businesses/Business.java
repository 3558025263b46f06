package encore.kernel.businesses;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** A business as it is listed (spec 3, 2). */
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

    /** As it is read alone. */
    public record Single(
            @JsonUnwrapped Business business, @Nullable ObjectNode wifiProps) {

        public static Single of(long businessId, BusinessDetails details) {
            return new Single(Business.of(businessId, details), details.wifiProps());
        }
    }

    /** As those see it who keep it. */
    public record Managed(long businessId, @JsonUnwrapped BusinessDetails details) {}

    /**
     * The same, read alone.
     *
     * @param memberCount how many fans have opted in
     */
    public record Counted(long businessId, @JsonUnwrapped BusinessDetails details, long memberCount) {}

    /**
     * The kind of points that it gives.
     *
     * @param pointUid null where it has none of its own, or is no more
     */
    public record Points(@Nullable String pointUid) {}
}
