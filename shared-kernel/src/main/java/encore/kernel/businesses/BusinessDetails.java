package encore.kernel.businesses;

import encore.kernel.listednames.ListedName;
import encore.kernel.privacy.NotPersonal;
import encore.kernel.published.PublishedValue;
import io.soabase.recordbuilder.core.RecordBuilder;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * The name, the legal texts and the app settings of a business; a {@link encore.kernel.Patch} changes it. Only the
 * account understands its JSON objects; a new object replaces the whole old one.
 *
 * @param pointUid the point type that fans win from the business; null for the default of the account
 */
@RecordBuilder
public record BusinessDetails(
        @ListedName @NotPersonal("the name of a business") @Nullable
        String businessName,

        @NotPersonal("published by a business") @Nullable String legalRules,
        @NotPersonal("published by a business") @Nullable String legalTerms,
        @NotPersonal("published by a business") @Nullable String legalPrivacy,
        @NotPersonal("pictures of a business") @Nullable ObjectNode mediaMap,
        @NotPersonal("settings of an app") @Nullable ObjectNode schedulerProps,
        @NotPersonal("texts of an app") @Nullable ObjectNode localeProps,
        @NotPersonal("a network in a building") @Nullable ObjectNode wifiProps,

        @PublishedValue @NotPersonal("a uid of ours") @Nullable
        String pointUid) {

    public static final BusinessDetails EMPTY = BusinessDetailsBuilder.builder().build();
}
