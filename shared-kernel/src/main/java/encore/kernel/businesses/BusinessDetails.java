package encore.kernel.businesses;

import encore.kernel.NotPersonal;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Says what a business is called, what it agrees with its fans, and how its apps look; a {@link encore.kernel.Patch}
 * changes it. Its objects only the account understands; one that is given replaces the one before.
 *
 * @param pointUid the kind of points that fans win from it; null for the account's default
 */
public record BusinessDetails(
        @NotPersonal("a business, no one in it") @Nullable String businessName,
        @NotPersonal("published by a business") @Nullable String legalRules,
        @NotPersonal("published by a business") @Nullable String legalTerms,
        @NotPersonal("published by a business") @Nullable String legalPrivacy,
        @NotPersonal("pictures of a business") @Nullable ObjectNode mediaMap,
        @NotPersonal("how an app works") @Nullable ObjectNode schedulerProps,
        @NotPersonal("how an app speaks") @Nullable ObjectNode localeProps,
        @NotPersonal("a network in a building") @Nullable ObjectNode wifiProps,
        @NotPersonal("a uid of ours") @Nullable String pointUid) {

    public static final BusinessDetails EMPTY =
            new BusinessDetails(null, null, null, null, null, null, null, null, null);
}
