package encore.api.wagers;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.input.ClearedComponents;
import encore.api.input.Default;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.paging.Pages;
import encore.api.problems.Ids;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.people.Area;
import encore.kernel.tabitems.TabItemId;
import encore.kernel.wagers.Wager;
import encore.kernel.wagers.WagerCommand.ChangeWager;
import encore.kernel.wagers.WagerCommand.OfferWager;
import encore.kernel.wagers.WagerCommand.WithdrawWager;
import encore.kernel.wagers.WagerDetails;
import encore.kernel.wagers.WagerId;
import encore.kernel.wagers.WagerQuery.FindWager;
import encore.kernel.wagers.WagerQuery.ListWagers;
import encore.kernel.wagers.WagerResult;
import jakarta.validation.constraints.Digits;
import jakarta.validation.constraints.Size;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Manages the wagers that are offered below a tab item. */
@RestController
@Access(scope = "manage", area = Area.CAMPAIGNS, lock = SECRET)
@RequestMapping("/api/v1/manage/apps/{page_tab_id}/tab_items/{tab_item_id}/wagers")
class WagersController {

    private static final int ROWS = 100;
    private static final String ONE = "/{wager_uid}";

    record OfItem(long pageTabId, long tabItemId) {

        TabItemId id(Caller caller) {
            return new TabItemId(new CampaignId(caller.account(), pageTabId), tabItemId);
        }
    }

    record One(
            long pageTabId, long tabItemId, @Size(max = 64) String wagerUid) {

        WagerId id(Caller caller) {
            return new WagerId(new OfItem(pageTabId, tabItemId).id(caller), wagerUid);
        }
    }

    /** The components of a wager that can change. Absent components stay. */
    record Save(
            @Description("Required when it is added.") @Nullable @Size(max = 255)
            String title,

            @Default("classic") @Nullable @Size(max = 64) String wagerType,

            @Description("Required when the wager is offered.") @Nullable @Digits(integer = 7, fraction = 6)
            BigDecimal odds,

            ClearedComponents cleared) {

        WagerDetails details() {
            return new WagerDetails(title, wagerType, odds);
        }
    }

    record End(
            @Description("Set once; afterwards nothing of the wager can change.") @Nullable
            WagerResult result) {}

    private final Backend backend;

    WagersController(Backend backend) {
        this.backend = backend;
    }

    @Description("Lists the wagers of a tab item, in the order in which they were offered")
    @GetMapping
    Flux<Wager> all(Caller caller, @Params OfItem in) {
        return Pages.all(after -> backend.ask(
                caller, new ListWagers(caller.account(), in.pageTabId(), in.tabItemId(), new NextKey(after, ROWS))));
    }

    @Description("Finds a wager")
    @GetMapping(ONE)
    Mono<Wager> one(Caller caller, @Params One in) {
        return backend.ask(caller, new FindWager(caller.account(), in.pageTabId(), in.tabItemId(), in.wagerUid()));
    }

    @Description("Offers a wager")
    @PostMapping
    Mono<Wager> offer(Caller caller, @Params OfItem in, @Params Save save) {
        return backend.send(caller, new OfferWager(new WagerId(in.id(caller), Ids.uid()), save.details()));
    }

    @Description("Changes a wager, or sets its result")
    @PostMapping(ONE)
    Mono<Wager> change(Caller caller, @Params One in, @Params Save save, @Params End end) {
        return backend.send(
                caller, new ChangeWager(in.id(caller), save.cleared().toPatch(save.details()), end.result()));
    }

    @Description("Withdraws a wager without a result")
    @DeleteMapping(ONE)
    Mono<Boolean> withdraw(Caller caller, @Params One in) {
        return backend.send(caller, new WithdrawWager(in.id(caller))).thenReturn(true);
    }
}
