package encore.kernel.tabitems;

import encore.kernel.privacy.NotPersonal;
import encore.kernel.published.PublishedValue;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * The content of a tab item; a {@link encore.kernel.Patch} changes it.
 *
 * @param title null only in a change
 * @param inventoryCount the number of pieces in stock
 */
@RecordBuilder
public record TabItemDetails(
        @NotPersonal("a campaign's content") @Nullable String title,
        @NotPersonal("a campaign's content") @Nullable String subtitle,
        @NotPersonal("a campaign's content") @Nullable String description,
        @Nullable Integer position,
        @PublishedValue @Nullable Instant activationTimestamp,
        @PublishedValue @Nullable Instant endTimestamp,
        @NotPersonal("a campaign's content") @Nullable ObjectNode props,
        @NotPersonal("a campaign's pictures") @Nullable ObjectNode mediaMap,
        @PublishedValue @Nullable Long inventoryCount,

        @PublishedValue @NotPersonal("a match's id elsewhere") @Nullable
        String wagerMatchId) {

    public static final TabItemDetails NONE = TabItemDetailsBuilder.builder().build();
}
