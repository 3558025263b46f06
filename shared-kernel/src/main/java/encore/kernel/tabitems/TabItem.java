package encore.kernel.tabitems;

import encore.kernel.lists.Ordered;
import encore.kernel.time.WireTime;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** A tab item: a thing that a campaign shows, or lets fans wager on. */
@RecordBuilder
public record TabItem(
        long tabItemId,
        long pageTabId,
        String title,
        @Nullable String subtitle,
        @Nullable String description,
        @Nullable Integer position,

        @WireTime(WireTime.Form.BOTH) @Nullable Instant activationTimestamp,

        @WireTime(WireTime.Form.BOTH) @Nullable Instant endTimestamp,

        @Nullable ObjectNode props,
        @Nullable ObjectNode mediaMap,
        @Nullable Long inventoryCount,
        @Nullable String wagerMatchId,
        @WireTime(WireTime.Form.BOTH) Instant creationTimestamp)
        implements Ordered {

    @Override
    public @Nullable Integer order() {
        return position;
    }

    /** @param details the details, with a title */
    public static TabItem of(TabItemId id, TabItemDetails details, Instant createdAt) {
        return TabItemBuilder.builder()
                .tabItemId(id.number())
                .pageTabId(id.campaign().number())
                .title(details.title() == null ? "" : details.title())
                .creationTimestamp(createdAt)
                .subtitle(details.subtitle())
                .description(details.description())
                .position(details.position())
                .activationTimestamp(details.activationTimestamp())
                .endTimestamp(details.endTimestamp())
                .props(details.props())
                .mediaMap(details.mediaMap())
                .inventoryCount(details.inventoryCount())
                .wagerMatchId(details.wagerMatchId())
                .build();
    }
}
