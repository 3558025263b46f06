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
import encore.kernel.fans.Filling;
import encore.kernel.fans.Particulars;
import encore.kernel.fans.Profile;
import encore.kernel.fans.RegisteredFan;
import org.axonframework.commandhandling.CommandHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Finds the fan of the given contacts, or registers a new one. It is the fan with the email; without an email, the fan
 * with the phone, unless that fan has another email; else a new one. Custom fields are parsed first. Every step looks
 * again when another command took a contact in between (ADR 0013).
 */
@Component
class FindOrRegister {

    @CommandHandler
    RegisteredFan decide(FindOrRegisterFan command, Claims claims, Streams streams, Dispatch dispatch) {
        Profile given = command.profile();
        Particulars.Read more = FieldTexts.read(command.fan(), command.particulars(), dispatch);
        FanId byEmail = given.email() == null
                ? null
                : fan(claims.owner(Contacts.email(command.fan().account(), given.email())), streams);
        boolean asItIs = command.filling() == Filling.NOTHING;
        if (byEmail != null) {
            return asItIs ? new RegisteredFan(byEmail.number()) : dispatch.handOver(fillIn(byEmail, command, more));
        }
        FanId byPhone = given.phone() == null
                ? null
                : fan(claims.owner(Contacts.phone(command.fan().account(), given.phone())), streams);
        if (byPhone == null) {
            return dispatch.handOver(register(command, given, more));
        }
        if (asItIs) {
            return dispatch.handOver(register(command, withoutPhone(given), more));
        }
        try {
            return dispatch.handOver(fillIn(byPhone, command, more));
        } catch (Refusal refusal) {
            if (!refusal.type().equals(FillInFan.ANOTHER_EMAIL)) {
                throw refusal;
            }
            return dispatch.handOver(register(command, withoutPhone(given), more));
        }
    }

    private static Profile withoutPhone(Profile given) {
        return Patch.of(given).without("phone").given();
    }

    private static FillInFan fillIn(FanId fan, FindOrRegisterFan command, Particulars.Read more) {
        return new FillInFan(
                fan, command.profile(), command.consent(), command.passwordHash(), command.filling(), more);
    }

    private static RegisterFan register(FindOrRegisterFan command, Profile profile, Particulars.Read more) {
        return new RegisterFan(command.fan(), profile, command.consent(), command.passwordHash(), more);
    }

    /** Returns the owner of a contact. An erased fan has no contacts, even if a restore has left it a claim. */
    private static @Nullable FanId fan(@Nullable String owner, Streams streams) {
        FanId fan = owner == null ? null : FanId.parse(owner);
        return fan != null && streams.isOpen(fan) ? fan : null;
    }
}
