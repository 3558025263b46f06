package encore.kernel.tabitems;

import encore.kernel.lists.Ordered;
import encore.kernel.time.WireTime;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** A tab item: a thing that a campaign shows, or lets fans wager on. */
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
        return new TabItem(
                id.number(),
                id.campaign().number(),
                details.title() == null ? "" : details.title(),
                details.subtitle(),
                details.description(),
                details.position(),
                details.activationTimestamp(),
                details.endTimestamp(),
                details.props(),
                details.mediaMap(),
                details.inventoryCount(),
                details.wagerMatchId(),
                createdAt);
    }
}
