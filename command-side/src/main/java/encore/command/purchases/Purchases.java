package encore.command.purchases;

import encore.command.Told;
import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Claims.Claim;
import encore.infra.eventstore.Dispatch;
import encore.infra.eventstore.Streams;
import encore.kernel.fans.Consent;
import encore.kernel.fans.FanCommand.FindOrRegisterFan;
import encore.kernel.fans.FanId;
import encore.kernel.fans.Profile;
import encore.kernel.identifiers.IdentifierNames;
import encore.kernel.identifiers.IdentifiersId;
import encore.kernel.purchases.PurchaseCommand.AddPurchase;
import encore.kernel.purchases.PurchaseCommand.RecordPurchase;
import encore.kernel.purchases.PurchaseCommand.RepeatPurchase;
import encore.kernel.purchases.PurchaseId;
import encore.kernel.purchases.Purchaser;
import encore.kernel.purchases.RecordedPurchase;
import org.axonframework.commandhandling.CommandHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Finds a purchase by its key, and then its fan. */
@Component
class Purchases {

    @CommandHandler
    RecordedPurchase decide(RecordPurchase command, Claims claims, Streams streams, Dispatch dispatch) {
        String owner = claims.owner(Purchase.claim(command.purchase().account(), command.details()));
        return owner == null
                ? add(command, claims, streams, dispatch)
                : repeat(command, PurchaseId.parse(owner), claims, streams, dispatch);
    }

    private static RecordedPurchase add(RecordPurchase command, Claims claims, Streams streams, Dispatch dispatch) {
        if (!command.purchaser().hasContact()) {
            return dispatch.handOver(added(command, identified(command, claims, streams)));
        }
        return Told.first(
                dispatch,
                FindOrRegisterFan.ofNewRecord(command.fan(), profile(command.purchaser()), Consent.EMPTY),
                fan -> added(command, fan));
    }

    private static RecordedPurchase repeat(
            RecordPurchase command, PurchaseId known, Claims claims, Streams streams, Dispatch dispatch) {
        if (!command.purchaser().hasContact()) {
            return dispatch.handOver(repeated(command, known, identified(command, claims, streams)));
        }
        return Told.again(
                dispatch,
                FindOrRegisterFan.ofMovedRecord(command.fan(), profile(command.purchaser())),
                fan -> repeated(command, known, fan));
    }

    private static AddPurchase added(RecordPurchase command, @Nullable FanId fan) {
        return new AddPurchase(command.purchase(), fan, command.details(), command.purchaser());
    }

    private static RepeatPurchase repeated(RecordPurchase command, PurchaseId known, @Nullable FanId fan) {
        return new RepeatPurchase(known, fan, command.details(), command.purchaser());
    }

    /** Returns the fan with this name on the network, or null. */
    private static @Nullable FanId identified(RecordPurchase command, Claims claims, Streams streams) {
        String network = command.details().network();
        String customer = command.purchaser().customerKey();
        String owner = network == null || customer == null
                ? null
                : claims.owner(new Claim(
                        IdentifierNames.SPACE,
                        command.purchase().account(),
                        IdentifierNames.claimed(network, customer)));
        FanId fan = owner == null ? null : IdentifiersId.parse(owner).fan();
        return fan != null && streams.isOpen(fan) ? fan : null;
    }

    private static Profile profile(Purchaser purchaser) {
        return new Profile(
                null,
                null,
                null,
                null,
                purchaser.email(),
                purchaser.phone(),
                null,
                null,
                null,
                null,
                null,
                purchaser.countryCode(),
                purchaser.province(),
                purchaser.city(),
                null,
                null);
    }
}
