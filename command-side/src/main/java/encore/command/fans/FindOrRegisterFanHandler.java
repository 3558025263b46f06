package encore.command.fans;

import static encore.kernel.Refusal.Kind.CONFLICT;

import encore.command.FanContactClaims;
import encore.command.fans.particulars.ParticularsReader;
import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Dispatch;
import encore.infra.eventstore.Streams;
import encore.kernel.Patch;
import encore.kernel.Refusal;
import encore.kernel.contacts.ContactKind;
import encore.kernel.contacts.ContactValue;
import encore.kernel.fans.FanCommand.FillInFan;
import encore.kernel.fans.FanCommand.FindOrRegisterFan;
import encore.kernel.fans.FanCommand.RegisterFan;
import encore.kernel.fans.FanId;
import encore.kernel.fans.RegisteredFan;
import encore.kernel.fans.profile.FieldsAndTags;
import encore.kernel.fans.profile.FillPolicy;
import encore.kernel.fans.profile.Profile;
import encore.kernel.fans.proofs.ProofCommand.ReleaseContact;
import java.util.Objects;
import org.axonframework.commandhandling.CommandHandler;
import org.springframework.stereotype.Component;

/**
 * Finds the fan of the given contacts, or registers a new one. It is the fan with the email; without an email, the fan
 * with the phone, unless that fan has another email; else a new one. Custom fields are parsed first. Every step looks
 * again when another command took a contact in between (ADR 13). A contact that a stranger gave to a fan of his own
 * leads nowhere: it is taken from that fan first (ADR 105).
 */
@Component
class FindOrRegisterFanHandler {

    /** Each of two contacts may have to be taken from a fan. */
    private static final int MAX_TAKEN = 2;

    @CommandHandler
    RegisteredFan decide(FindOrRegisterFan command, Claims claims, Streams streams, Dispatch dispatch) {
        FieldsAndTags.ParsedFieldsAndTags particulars =
                ParticularsReader.read(command.fan(), command.particulars(), dispatch);
        for (int taken = 0; ; taken++) {
            try {
                return findOrRegister(command, particulars, claims, streams, dispatch);
            } catch (Refusal refusal) {
                if (!refusal.type().equals(FillInFan.PLANTED_CONTACT)) {
                    throw refusal;
                }
                if (taken == MAX_TAKEN) {
                    throw new Refusal(CONFLICT, "contact-moved", "This contact has just changed hands; try again.");
                }
                take(plantedContact(refusal, command), command.fan(), claims, streams, dispatch);
            }
        }
    }

    private static ContactValue plantedContact(Refusal refusal, FindOrRegisterFan command) {
        ContactKind kind = ContactKind.EMAIL.word().equals(refusal.field()) ? ContactKind.EMAIL : ContactKind.PHONE;
        return Objects.requireNonNull(ContactValue.of(kind, command.profile()));
    }

    private static void take(ContactValue contact, FanId any, Claims claims, Streams streams, Dispatch dispatch) {
        FanId owner = FanContactClaims.ownerOf(any.account(), contact, claims, streams);
        if (owner != null) {
            dispatch.send(new ReleaseContact(owner, contact));
        }
    }

    private static RegisteredFan findOrRegister(
            FindOrRegisterFan command,
            FieldsAndTags.ParsedFieldsAndTags particulars,
            Claims claims,
            Streams streams,
            Dispatch dispatch) {
        Profile given = command.profile();
        long account = command.fan().account();
        FanId byEmail = FanContactClaims.ownerOf(account, ContactValue.of(ContactKind.EMAIL, given), claims, streams);
        if (byEmail != null) {
            return dispatch.sendLast(fillIn(byEmail, command, particulars));
        }
        FanId byPhone = FanContactClaims.ownerOf(account, ContactValue.of(ContactKind.PHONE, given), claims, streams);
        if (byPhone == null) {
            return dispatch.sendLast(register(command, given, particulars));
        }
        if (command.filling() == FillPolicy.NOTHING) {
            return dispatch.sendLast(register(command, withoutPhone(given), particulars));
        }
        try {
            return dispatch.sendLast(fillIn(byPhone, command, particulars));
        } catch (Refusal refusal) {
            if (!refusal.type().equals(FillInFan.ANOTHER_EMAIL)) {
                throw refusal;
            }
            return dispatch.sendLast(register(command, withoutPhone(given), particulars));
        }
    }

    static Profile withoutPhone(Profile given) {
        return Patch.of(given).without("phone").given();
    }

    private static FillInFan fillIn(FanId fan, FindOrRegisterFan command, FieldsAndTags.ParsedFieldsAndTags more) {
        return new FillInFan(
                fan, command.profile(), command.consent(), command.passwordHash(), command.filling(), more);
    }

    private static RegisterFan register(
            FindOrRegisterFan command, Profile profile, FieldsAndTags.ParsedFieldsAndTags more) {
        return new RegisterFan(command.fan(), profile, command.consent(), command.passwordHash(), more);
    }
}
