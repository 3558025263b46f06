package encore.kernel.tabitems;

import encore.kernel.lists.Ordered;
import encore.kernel.records.StrictMapping;
import encore.kernel.time.WireTime;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.mapstruct.Mapper;
import org.mapstruct.Mapping;
import org.mapstruct.Named;
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
        return TabItemMapper.MAPPER.tabItem(details, id.number(), id.campaign().number(), createdAt);
    }

    @Mapper(config = StrictMapping.class)
    interface TabItemMapper {

        TabItemMapper MAPPER = new TabItem$TabItemMapperGenerated();

        @Mapping(target = "title", qualifiedByName = "orEmpty")
        TabItem tabItem(TabItemDetails details, long tabItemId, long pageTabId, Instant creationTimestamp);

        @Named("orEmpty")
        default String orEmpty(@Nullable String title) {
            return title == null ? "" : title;
        }
    }
}
