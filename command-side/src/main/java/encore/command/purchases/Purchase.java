package encore.command.purchases;

import static org.axonframework.modelling.command.AggregateCreationPolicy.CREATE_IF_MISSING;
import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import encore.command.Told;
import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Claims.Claim;
import encore.infra.eventstore.Facts;
import encore.infra.eventstore.Streams;
import encore.infra.eventstore.SubjectKeys;
import encore.kernel.Patch;
import encore.kernel.fans.FanId;
import encore.kernel.purchases.PurchaseCommand.AddPurchase;
import encore.kernel.purchases.PurchaseCommand.RepeatPurchase;
import encore.kernel.purchases.PurchaseDetails;
import encore.kernel.purchases.PurchaseEvent;
import encore.kernel.purchases.PurchaseEvent.BuyerFound;
import encore.kernel.purchases.PurchaseEvent.PurchaseChanged;
import encore.kernel.purchases.PurchaseEvent.PurchaseRecorded;
import encore.kernel.purchases.PurchaseId;
import encore.kernel.purchases.Purchaser;
import encore.kernel.purchases.RecordedPurchase;
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
    private PurchaseDetails details = PurchaseDetails.UNSAID;
    private Purchaser purchaser = Purchaser.UNSAID;

    Purchase() {}

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    RecordedPurchase decide(AddPurchase command, Claims claims, Streams streams, SubjectKeys keys) {
        Told.mustBeNew(id);
        Told.mustStillBeThere(command.fan(), streams);
        PurchaseDetails first = Patch.of(command.details()).on(PurchaseDetails.UNSAID);
        Purchaser buyer = Patch.of(command.purchaser()).on(Purchaser.UNSAID);
        if (command.fan() == null && !buyer.equals(Purchaser.UNSAID)) {
            keys.create(command.purchase().buyer());
        }
        claims.take(claim(command.purchase().account(), first), command.purchase());
        apply(new PurchaseRecorded(command.purchase(), command.fan(), first, buyer));
        return recorded();
    }

    @CommandHandler
    RecordedPurchase decide(RepeatPurchase command, Streams streams, SubjectKeys keys, Facts facts) {
        if (fan != null && !streams.isOpen(fan)) {
            return recorded();
        }
        FanId next = fanAfter(command);
        Told.mustStillBeThere(next, streams);
        PurchaseDetails changed = Patch.of(command.details()).on(details);
        Purchaser buyer = Patch.of(command.purchaser()).on(purchaser);
        if (!Objects.equals(next, fan) || !changed.equals(details) || !buyer.equals(purchaser)) {
            boolean wasSaid = fan == null && !purchaser.equals(Purchaser.UNSAID);
            if (next == null && !wasSaid && !buyer.equals(Purchaser.UNSAID)) {
                keys.create(command.purchase().buyer());
            }
            apply(new PurchaseChanged(command.purchase(), next, changed, buyer));
            if (next != null && wasSaid) {
                facts.record(
                        command.purchase().buyer(),
                        new BuyerFound(command.purchase().buyer()));
            }
        }
        return recorded();
    }

    private @Nullable FanId fanAfter(RepeatPurchase command) {
        if (command.purchaser().hasContact()) {
            if (!purchaser.isNotReachedBy(command.purchaser())) {
                return fan;
            }
            if (command.fan() == null) {
                throw Told.anotherContact();
            }
            return command.fan();
        }
        return purchaser.hasContact() || command.fan() == null ? fan : command.fan();
    }

    private RecordedPurchase recorded() {
        return new RecordedPurchase(String.valueOf(details.purchaseKey()), fan == null ? null : fan.number());
    }

    /** Returns the claim on the purchase's key, which is unique in its network. */
    static Claim claim(long account, PurchaseDetails details) {
        return Told.claim("purchase_key", account, details.network(), details.purchaseKey());
    }

    @EventSourcingHandler
    void evolve(PurchaseRecorded event) {
        id = event.purchase();
        told(event);
    }

    @EventSourcingHandler
    void evolve(PurchaseChanged event) {
        told(event);
    }

    private void told(PurchaseEvent.Told event) {
        fan = event.fan();
        details = event.details();
        purchaser = event.purchaser();
    }
}
