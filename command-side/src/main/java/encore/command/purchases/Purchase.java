package encore.command.purchases;

import static org.axonframework.modelling.command.AggregateCreationPolicy.CREATE_IF_MISSING;
import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import encore.command.RecordOwner;
import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Claims.Claim;
import encore.infra.eventstore.Facts;
import encore.infra.eventstore.Streams;
import encore.infra.eventstore.SubjectKeys;
import encore.kernel.Patch;
import encore.kernel.fans.FanId;
import encore.kernel.purchases.BuyerId;
import encore.kernel.purchases.ErasedBuyer;
import encore.kernel.purchases.PurchaseCommand.AddPurchase;
import encore.kernel.purchases.PurchaseCommand.EraseBuyer;
import encore.kernel.purchases.PurchaseCommand.ReadRepeatedPurchase;
import encore.kernel.purchases.PurchaseCommand.RepeatPurchase;
import encore.kernel.purchases.PurchaseDetails;
import encore.kernel.purchases.PurchaseEvent;
import encore.kernel.purchases.PurchaseEvent.BuyerErased;
import encore.kernel.purchases.PurchaseEvent.BuyerFound;
import encore.kernel.purchases.PurchaseEvent.PurchaseChanged;
import encore.kernel.purchases.PurchaseEvent.PurchaseRecorded;
import encore.kernel.purchases.PurchaseId;
import encore.kernel.purchases.Purchaser;
import encore.kernel.purchases.RecordedPurchase;
import encore.kernel.purchases.RepeatedPurchase;
import java.util.Objects;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.modelling.command.AggregateIdentifier;
import org.axonframework.modelling.command.CreationPolicy;
import org.axonframework.spring.stereotype.Aggregate;
import org.jspecify.annotations.Nullable;

/** A purchase. A repeat changes only the values that differ. It stays with its fan unless its contact changes. */
@Aggregate
class Purchase {

    @AggregateIdentifier
    private @Nullable PurchaseId id;

    private @Nullable FanId fan;
    private PurchaseDetails details = PurchaseDetails.EMPTY;
    private Purchaser purchaser = Purchaser.EMPTY;

    /** The buyer while there is no fan; null for the first one. */
    private @Nullable BuyerId renewedBuyer;

    Purchase() {}

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    RecordedPurchase decide(AddPurchase command, Claims claims, Streams streams, SubjectKeys keys) {
        RecordOwner.requireNew(id);
        RecordOwner.requireOpenFan(command.fan(), streams);
        PurchaseDetails first = Patch.of(command.details()).applyTo(PurchaseDetails.EMPTY);
        Purchaser buyer = Patch.of(command.purchaser()).applyTo(Purchaser.EMPTY);
        if (command.fan() == null && !buyer.equals(Purchaser.EMPTY)) {
            keys.create(command.purchase().buyer());
        }
        claims.take(claim(command.purchase().account(), first), command.purchase());
        apply(new PurchaseRecorded(command.purchase(), command.fan(), first, buyer));
        return answer();
    }

    @CommandHandler
    RecordedPurchase decide(RepeatPurchase command, Streams streams, SubjectKeys keys, Facts facts) {
        if (isErased(streams)) {
            return answer();
        }
        FanId next = fanAfter(command);
        RecordOwner.requireOpenFan(next, streams);
        PurchaseDetails changed = Patch.of(command.details()).applyTo(details);
        Purchaser merged = Patch.of(command.purchaser()).applyTo(purchaser);
        if (!Objects.equals(next, fan) || !changed.equals(details) || !merged.equals(purchaser)) {
            boolean hadBuyerKey = fan == null && !purchaser.equals(Purchaser.EMPTY);
            BuyerId buyer = renewedBuyer;
            if (next == null && !hadBuyerKey && !merged.equals(Purchaser.EMPTY)) {
                // The buyer never had a key, or a restore lost it. A lost key cannot be made again under its name.
                buyer = command.purchase().buyer(command.renewal());
                keys.create(buyer);
            }
            apply(new PurchaseChanged(command.purchase(), next, changed, merged, next == null ? buyer : null));
            if (next != null && hadBuyerKey) {
                BuyerId found = buyer == null ? command.purchase().buyer() : buyer;
                facts.record(found, new BuyerFound(found, next));
            }
        }
        return answer();
    }

    /** An erased purchase is the same: a repeat would change nothing. */
    @CommandHandler
    RepeatedPurchase decide(ReadRepeatedPurchase command, Streams streams) {
        boolean isSame = isErased(streams)
                || Patch.of(command.details()).applyTo(details).equals(details)
                        && Patch.of(command.purchaser()).applyTo(purchaser).equals(purchaser);
        return new RepeatedPurchase(isSame, fan == null ? null : fan.number());
    }

    /** Erases the buyer of a purchase without a fan. With a fan, nothing happens: the data ends with the fan. */
    @CommandHandler
    ErasedBuyer decide(EraseBuyer command, Streams streams, Facts facts) {
        if (fan == null && !isErased(streams)) {
            BuyerId buyer = buyer(command.purchase());
            facts.record(buyer, new BuyerErased(buyer));
        }
        return new ErasedBuyer(String.valueOf(details.purchaseKey()), fan == null ? null : fan.number());
    }

    /** Returns whether the fan or the buyer of this purchase was erased. Then a repeat records nothing. */
    private boolean isErased(Streams streams) {
        return fan == null
                ? streams.firstEvent(buyer(Objects.requireNonNull(id)), BuyerErased.class) != null
                : !streams.isOpen(fan);
    }

    private BuyerId buyer(PurchaseId purchase) {
        return renewedBuyer == null ? purchase.buyer() : renewedBuyer;
    }

    private @Nullable FanId fanAfter(RepeatPurchase command) {
        if (command.purchaser().hasContact()) {
            if (!purchaser.hasOtherContactThan(command.purchaser())) {
                return fan;
            }
            if (command.fan() == null) {
                throw RecordOwner.otherContactRefusal();
            }
            return command.fan();
        }
        return purchaser.hasContact() || command.fan() == null ? fan : command.fan();
    }

    private RecordedPurchase answer() {
        return new RecordedPurchase(String.valueOf(details.purchaseKey()), fan == null ? null : fan.number());
    }

    /** Returns the claim on the purchase's key, which is unique in its network. */
    static Claim claim(long account, PurchaseDetails details) {
        return RecordOwner.keyClaim("purchase_key", account, details.network(), details.purchaseKey());
    }

    @EventSourcingHandler
    void evolve(PurchaseRecorded event) {
        id = event.purchase();
        setState(event);
    }

    @EventSourcingHandler
    void evolve(PurchaseChanged event) {
        setState(event);
    }

    private void setState(PurchaseEvent.PurchaseState event) {
        fan = event.fan();
        details = event.details();
        purchaser = event.purchaser();
        renewedBuyer = event.buyer();
    }
}
