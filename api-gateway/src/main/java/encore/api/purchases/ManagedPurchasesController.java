package encore.api.purchases;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.input.Description;
import encore.api.input.ErrorField;
import encore.api.input.Params;
import encore.api.paging.Pages;
import encore.api.problems.Ids;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.names.Blanks;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.people.Area;
import encore.kernel.privacy.Contact;
import encore.kernel.purchases.ErasedBuyers;
import encore.kernel.purchases.PurchaseCommand.EraseBuyerOfPurchase;
import encore.kernel.purchases.PurchaseCommand.EraseBuyersOfCustomer;
import encore.kernel.purchases.PurchaseId;
import encore.kernel.purchases.PurchaseQuery.FindPurchasesOfCustomer;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Erases the buyers of purchases that belong to no fan. */
@RestController
@Access(scope = "manage", area = Area.TICKETS, lock = SECRET)
@RequestMapping("/api/v1/manage/purchases")
class ManagedPurchasesController {

    private static final int ROWS = 1_000;
    private static final int MAX_ERASED = 1_000;

    record Buyer(
            @NotBlank @Size(max = 255) String network,

            @Description("Erases the buyer of this purchase, or give customer_key.") @Nullable @Size(max = 255)
            String purchaseKey,

            @Contact
            @Description("Erases this customer in all purchases on the network that have no fan.")
            @Nullable
            @Size(max = 255)
            String customerKey) {

        @AssertTrue(message = "or customer_key is required, and not both")
        @ErrorField("purchase_key")
        boolean isOneKey() {
            return isGiven(purchaseKey) != isGiven(customerKey);
        }

        private static boolean isGiven(@Nullable String key) {
            return key != null && !Blanks.isBlank(key);
        }
    }

    private final Backend backend;

    ManagedPurchasesController(Backend backend) {
        this.backend = backend;
    }

    @Description(
            "Erases the buyer of a purchase without a fan, or a customer in up to 1,000 such purchases; answers the"
                    + " purchase_keys")
    @DeleteMapping
    Mono<List<String>> eraseBuyers(Caller caller, @Params Buyer in) {
        PurchaseId unused = new PurchaseId(caller.account(), Ids.uid());
        String purchaseKey = in.purchaseKey();
        return purchaseKey == null || Blanks.isBlank(purchaseKey)
                ? eraseCustomer(caller, in, unused)
                : backend.send(caller, new EraseBuyerOfPurchase(unused, in.network(), purchaseKey))
                        .map(ErasedBuyers::purchaseKeys);
    }

    private Mono<List<String>> eraseCustomer(Caller caller, Buyer in, PurchaseId unused) {
        String customerKey = Objects.requireNonNull(in.customerKey());
        return Pages.all(after -> backend.ask(
                        caller,
                        new FindPurchasesOfCustomer(
                                caller.account(), in.network(), customerKey, new NextKey(after, ROWS))))
                .map(purchase -> String.valueOf(purchase.purchaseKey()))
                .take(MAX_ERASED)
                .collectList()
                .flatMap(keys -> backend.send(caller, new EraseBuyersOfCustomer(unused, in.network(), keys)))
                .map(ErasedBuyers::purchaseKeys);
    }
}
