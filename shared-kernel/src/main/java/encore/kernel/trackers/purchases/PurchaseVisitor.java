package encore.kernel.trackers.purchases;

import encore.kernel.privacy.PersonalData;
import io.soabase.recordbuilder.core.RecordBuilder;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The personal data of a reported purchase.
 *
 * @param purchaseEventDetails any JSON of the shop
 */
@RecordBuilder
public record PurchaseVisitor(
        @PersonalData @Nullable String ipAddress,
        @PersonalData @Nullable String hostName,
        @PersonalData @Nullable JsonNode purchaseEventDetails) {

    public static final PurchaseVisitor NONE = PurchaseVisitorBuilder.builder().build();
}
