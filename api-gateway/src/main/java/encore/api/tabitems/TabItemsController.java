package encore.api.tabitems;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.input.Bounds;
import encore.api.input.ClearedComponents;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.paging.Pages;
import encore.api.problems.Ids;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.people.Area;
import encore.kernel.records.StrictMapping;
import encore.kernel.tabitems.TabItem;
import encore.kernel.tabitems.TabItemCommand.AddTabItem;
import encore.kernel.tabitems.TabItemCommand.ChangeTabItem;
import encore.kernel.tabitems.TabItemCommand.RemoveTabItem;
import encore.kernel.tabitems.TabItemDetails;
import encore.kernel.tabitems.TabItemId;
import encore.kernel.tabitems.TabItemQuery.FindTabItem;
import encore.kernel.tabitems.TabItemQuery.ListTabItems;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.mapstruct.BeanMapping;
import org.mapstruct.Mapper;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/** Manages the tab items of a campaign. */
@RestController
@Access(scope = "manage", area = Area.CAMPAIGNS, lock = SECRET)
@RequestMapping("/api/v1/manage/apps/{page_tab_id}/tab_items")
class TabItemsController {

    private static final int ROWS = 100;
    private static final String ONE = "/{tab_item_id}";

    record OfCampaign(long pageTabId) {}

    record One(long pageTabId, long tabItemId) {

        TabItemId id(Caller caller) {
            return new TabItemId(new CampaignId(caller.account(), pageTabId), tabItemId);
        }
    }

    /** The components of a tab item that can change. Absent components stay, empty ones are cleared. */
    record Save(
            @Description("Required when it is added.") @Nullable @Size(max = 255)
            String title,

            @Nullable @Size(max = 255) String subtitle,
            @Nullable String description,
            @Nullable Integer position,
            @Nullable Instant activationTimestamp,
            @Nullable Instant endTimestamp,
            @Nullable ObjectNode props,
            @Nullable ObjectNode mediaMap,
            @Nullable @Min(0) @Max(Bounds.MAX_COUNT) Long inventoryCount,
            @Nullable @Size(max = 255) String wagerMatchId,
            ClearedComponents cleared) {

        TabItemDetails toDetails() {
            return DetailsMapper.MAPPER.details(this);
        }
    }

    @Mapper(config = StrictMapping.class)
    interface DetailsMapper {

        DetailsMapper MAPPER = new TabItemsController$DetailsMapperGenerated();

        @BeanMapping(ignoreUnmappedSourceProperties = "cleared")
        TabItemDetails details(Save input);
    }

    private final Backend backend;

    TabItemsController(Backend backend) {
        this.backend = backend;
    }

    @Description("Lists a campaign's tab items, in the order in which they were added")
    @GetMapping
    Flux<TabItem> all(Caller caller, @Params OfCampaign in) {
        return Pages.all(after ->
                backend.ask(caller, new ListTabItems(caller.account(), in.pageTabId(), new NextKey(after, ROWS))));
    }

    @Description("Finds a tab item")
    @GetMapping(ONE)
    Mono<TabItem> one(Caller caller, @Params One in) {
        return backend.ask(caller, new FindTabItem(caller.account(), in.pageTabId(), in.tabItemId()));
    }

    @Description("Adds a tab item")
    @PostMapping
    Mono<TabItem> add(Caller caller, @Params OfCampaign in, @Params Save save) {
        var id = new TabItemId(new CampaignId(caller.account(), in.pageTabId()), Ids.number());
        return backend.save(caller, new AddTabItem(id, save.toDetails()));
    }

    @Description("Changes a tab item")
    @PostMapping(ONE)
    Mono<TabItem> change(Caller caller, @Params One in, @Params Save save) {
        return backend.save(
                caller, new ChangeTabItem(in.id(caller), save.cleared().toPatch(save.toDetails())));
    }

    @Description("Removes a tab item")
    @DeleteMapping(ONE)
    Mono<Boolean> remove(Caller caller, @Params One in) {
        return backend.send(caller, new RemoveTabItem(in.id(caller))).thenReturn(true);
    }
}
