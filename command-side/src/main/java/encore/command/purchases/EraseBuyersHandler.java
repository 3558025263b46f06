package encore.command.purchases;

import encore.command.RecordOwner;
import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Claims.Claim;
import encore.infra.eventstore.Dispatch;
import encore.kernel.Refusal;
import encore.kernel.StreamId;
import encore.kernel.names.KeySpelling;
import encore.kernel.purchases.ErasedBuyer;
import encore.kernel.purchases.ErasedBuyers;
import encore.kernel.purchases.PurchaseCommand.EraseBuyer;
import encore.kernel.purchases.PurchaseCommand.EraseBuyerOfPurchase;
import encore.kernel.purchases.PurchaseCommand.EraseBuyersOfCustomer;
import encore.kernel.purchases.PurchaseDetails;
import encore.kernel.purchases.PurchaseDetailsBuilder;
import encore.kernel.purchases.PurchaseId;
import java.util.List;
import org.axonframework.commandhandling.CommandHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Finds purchases by their keys and erases their buyers. */
@Component
class EraseBuyersHandler {

    private static final String KEY = "purchase_key";

    @CommandHandler
    ErasedBuyers decide(EraseBuyerOfPurchase command, Claims claims, Dispatch dispatch) {
        PurchaseId purchase = purchase(command.purchase().account(), command.network(), command.purchaseKey(), claims);
        if (purchase == null) {
            throw new Refusal(Refusal.Kind.RULE, "unknown-id", KEY, "There is no such purchase on this network.");
        }
        ErasedBuyer erased = dispatch.send(new EraseBuyer(purchase));
        if (erased.fanId() != null) {
            throw new Refusal(
                    Refusal.Kind.RULE,
                    "purchase-has-fan",
                    KEY,
                    "This purchase belongs to a fan, and its data ends with the fan. Erase the fan instead.");
        }
        return new ErasedBuyers(List.of(command.purchaseKey()));
    }

    /** A repeat erases all buyers again, because the caller may have found others meanwhile. */
    @CommandHandler
    ErasedBuyers decide(EraseBuyersOfCustomer command, Claims claims, Dispatch dispatch) {
        long account = command.purchase().account();
        List<EraseBuyer> erasures = command.purchaseKeys().stream()
                .map(key -> purchase(account, command.network(), key, claims))
                .filter(purchase -> purchase != null)
                .map(EraseBuyer::new)
                .toList();
        dispatch.sendAllOnEachAttempt(erasures);
        return new ErasedBuyers(command.purchaseKeys());
    }

    private static @Nullable PurchaseId purchase(long account, String network, String key, Claims claims) {
        String owner = RecordOwner.ownerOfEither(
                claim(account, network, key), claim(account, network, KeySpelling.ofKey(key)), claims);
        return owner == null ? null : StreamId.parse(PurchaseId.class, owner);
    }

    private static Claim claim(long account, String network, @Nullable String key) {
        PurchaseDetails details = PurchaseDetailsBuilder.builder()
                .network(network)
                .purchaseKey(key)
                .build();
        return Purchase.claim(account, details);
    }
}
