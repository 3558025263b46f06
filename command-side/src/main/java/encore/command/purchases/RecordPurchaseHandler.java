package encore.command.purchases;

import encore.command.RecordOwner;
import encore.command.RowOutcomes;
import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Claims.Claim;
import encore.infra.eventstore.Dispatch;
import encore.infra.eventstore.Streams;
import encore.kernel.StreamId;
import encore.kernel.fans.FanCommand.FillInNamedFan;
import encore.kernel.fans.FanCommand.FindOrRegisterFan;
import encore.kernel.fans.FanId;
import encore.kernel.fans.profile.Consent;
import encore.kernel.fans.profile.Profile;
import encore.kernel.fans.profile.ProfileBuilder;
import encore.kernel.identifiers.IdentifierName;
import encore.kernel.identifiers.IdentifiersId;
import encore.kernel.purchases.PurchaseCommand.AddPurchase;
import encore.kernel.purchases.PurchaseCommand.RecordNewPurchase;
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
class RecordPurchaseHandler {

    @CommandHandler
    RecordedPurchase decide(RecordPurchase sent, Claims claims, Streams streams, Dispatch dispatch) {
        RecordPurchase command = inKnownSpelling(sent, claims);
        String owner = owner(command, claims);
        return owner == null
                ? add(command, claims, streams, dispatch)
                : repeat(command, StreamId.parse(PurchaseId.class, owner), claims, streams, dispatch);
    }

    @CommandHandler
    RecordedPurchase decide(RecordNewPurchase command, Claims claims, Streams streams, Dispatch dispatch) {
        if (owner(command.sent(), claims) != null) {
            throw RowOutcomes.keyTakenRefusal();
        }
        return add(command.sent(), claims, streams, dispatch);
    }

    /** Returns a purchase with its key as it was sent if that is known, else as we spell it. */
    static RecordPurchase inKnownSpelling(RecordPurchase sent, Claims claims) {
        return owner(sent, claims) == null ? sent.respelled() : sent;
    }

    static @Nullable String owner(RecordPurchase command, Claims claims) {
        return claims.ownerOf(Purchase.claim(command.purchase().account(), command.details()));
    }

    private static RecordedPurchase add(RecordPurchase command, Claims claims, Streams streams, Dispatch dispatch) {
        if (!command.purchaser().hasContact()) {
            FanId identified = identifiedFan(command, claims, streams);
            Profile place = profile(command.purchaser());
            return identified == null || place.equals(Profile.EMPTY)
                    ? dispatch.sendLast(addCommand(command, identified))
                    : RecordOwner.addRecord(
                            dispatch,
                            new FillInNamedFan(identified, place, Consent.EMPTY),
                            addCommand(command, identified));
        }
        return RecordOwner.addRecord(
                dispatch,
                FindOrRegisterFan.ofNewRecord(command.fan(), profile(command.purchaser()), Consent.EMPTY),
                fan -> addCommand(command, fan));
    }

    private static RecordedPurchase repeat(
            RecordPurchase command, PurchaseId existing, Claims claims, Streams streams, Dispatch dispatch) {
        if (!command.purchaser().hasContact()) {
            return dispatch.sendLast(repeatCommand(command, existing, identifiedFan(command, claims, streams)));
        }
        return RecordOwner.repeatRecord(
                dispatch,
                FindOrRegisterFan.ofMovedRecord(command.fan(), profile(command.purchaser())),
                fan -> repeatCommand(command, existing, fan));
    }

    private static AddPurchase addCommand(RecordPurchase command, @Nullable FanId fan) {
        return new AddPurchase(command.purchase(), fan, command.details(), command.purchaser());
    }

    private static RepeatPurchase repeatCommand(RecordPurchase command, PurchaseId existing, @Nullable FanId fan) {
        // A repeat does not use the uid that was made for a new purchase, so the uid names a key.
        return new RepeatPurchase(
                existing,
                fan,
                command.details(),
                command.purchaser(),
                command.purchase().uid());
    }

    /** Returns the fan with this name on the network, or null. */
    private static @Nullable FanId identifiedFan(RecordPurchase command, Claims claims, Streams streams) {
        String network = command.details().network();
        String customer = command.purchaser().customerKey();
        String owner = network == null || customer == null
                ? null
                : claims.ownerOf(new Claim(
                        IdentifierName.SPACE, command.purchase().account(), IdentifierName.claimed(network, customer)));
        FanId fan = owner == null
                ? null
                : StreamId.parse(IdentifiersId.class, owner).fan();
        return fan != null && streams.isOpen(fan) ? fan : null;
    }

    private static Profile profile(Purchaser purchaser) {
        return ProfileBuilder.builder()
                .email(purchaser.email())
                .phone(purchaser.phone())
                .countryCode(purchaser.countryCode())
                .province(purchaser.province())
                .city(purchaser.city())
                .build();
    }
}
