package encore.api.purchases;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.paging.Listing;
import encore.api.paging.Pages;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.people.Area;
import encore.kernel.purchases.Purchase;
import encore.kernel.purchases.PurchaseQuery.FindPurchasesOfFan;
import jakarta.validation.constraints.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Lists the purchases of a fan on all networks. */
@RestController
@Access(scope = "manage", area = Area.TICKETS, lock = SECRET)
@RequestMapping("/api/v1/manage/fans/{fan_id}/purchases")
class PurchasesOfFanController {

    private static final int ROWS = 1_000;
    private static final Pages.Next NEXT = Pages.next("next_purchase_key");

    record OfFan(
            long fanId,

            @Description("The key in meta of the page before.") @Nullable @Pattern(regexp = Pages.ROW_KEY)
            String nextPurchaseKey) {

        NextKey paging() {
            return new NextKey(nextPurchaseKey, ROWS);
        }
    }

    private final Backend backend;

    PurchasesOfFanController(Backend backend) {
        this.backend = backend;
    }

    @Description("Lists a fan's purchases in the order of recording, 1,000 a page")
    @GetMapping
    Mono<Listing<Pages.NextMeta, Purchase>> findPurchasesOfFan(Caller caller, @Params OfFan in) {
        return backend.ask(caller, new FindPurchasesOfFan(caller.account(), in.fanId(), in.paging()))
                .map(page -> NEXT.answer(in.paging(), page));
    }
}
