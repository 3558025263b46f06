package encore.command.fans;

import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Dispatch;
import encore.infra.eventstore.Streams;
import encore.kernel.Patch;
import encore.kernel.Refusal;
import encore.kernel.fans.FanCommand.FillInFan;
import encore.kernel.fans.FanCommand.FindOrRegisterFan;
import encore.kernel.fans.FanCommand.RegisterFan;
import encore.kernel.fans.FanId;
import encore.kernel.fans.RegisteredFan;
import encore.kernel.fans.profile.FieldsAndTags;
import encore.kernel.fans.profile.FillPolicy;
import encore.kernel.fans.profile.Profile;
import org.axonframework.commandhandling.CommandHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Finds the fan of the given contacts, or registers a new one. It is the fan with the email; without an email, the fan
 * with the phone, unless that fan has another email; else a new one. Custom fields are parsed first. Every step looks
 * again when another command took a contact in between (ADR 0013).
 */
@Component
class FindOrRegisterFanHandler {

    @CommandHandler
    RegisteredFan decide(FindOrRegisterFan command, Claims claims, Streams streams, Dispatch dispatch) {
        Profile given = command.profile();
        FieldsAndTags.ParsedFieldsAndTags particulars =
                ParticularsReader.read(command.fan(), command.particulars(), dispatch);
        FanId byEmail = given.email() == null
                ? null
                : openOwner(claims.ownerOf(ContactClaims.email(command.fan().account(), given.email())), streams);
        boolean unchanged = command.filling() == FillPolicy.NOTHING;
        if (byEmail != null) {
            return unchanged
                    ? new RegisteredFan(byEmail.number())
                    : dispatch.sendLast(fillIn(byEmail, command, particulars));
        }
        FanId byPhone = given.phone() == null
                ? null
                : openOwner(claims.ownerOf(ContactClaims.phone(command.fan().account(), given.phone())), streams);
        if (byPhone == null) {
            return dispatch.sendLast(register(command, given, particulars));
        }
        if (unchanged) {
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

    private static Profile withoutPhone(Profile given) {
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

    /** Returns the owner of a contact. An erased fan has no contacts, even if a restore has left it a claim. */
    private static @Nullable FanId openOwner(@Nullable String owner, Streams streams) {
        FanId fan = owner == null ? null : FanId.parse(owner);
        return fan != null && streams.isOpen(fan) ? fan : null;
    }
}
