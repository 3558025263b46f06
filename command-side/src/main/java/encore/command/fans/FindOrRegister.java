package encore.command.fans;

import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Dispatch;
import encore.infra.eventstore.Streams;
import encore.kernel.Patch;
import encore.kernel.Refusal;
import encore.kernel.fans.FanCommand.FillInFan;
import encore.kernel.fans.FanCommand.FindOrRegisterFan;
import encore.kernel.fans.FanCommand.RegisterFan;
import encore.kernel.fans.FanCommand.RegisterUnlessKnown;
import encore.kernel.fans.Consent;
import encore.kernel.fans.FanId;
import encore.kernel.fans.Profile;
import encore.kernel.fans.RegisteredFan;
import org.axonframework.commandhandling.CommandHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Finds whose contacts these are, or registers a fan: the email's fan; without one the phone's, unless it has another
 * email; else a new one. Every step looks again when another command took a contact in between (ADR 0013).
 */
@Component
class FindOrRegister {

    @CommandHandler
    RegisteredFan decide(FindOrRegisterFan command, Claims claims, Streams streams, Dispatch dispatch) {
        Profile given = command.profile();
        FanId byEmail = byEmail(command.fan(), given, claims, streams);
        if (byEmail != null) {
            return dispatch.handOver(fillIn(byEmail, command));
        }
        FanId byPhone = byPhone(command.fan(), given, claims, streams);
        if (byPhone == null) {
            return dispatch.handOver(register(command, given));
        }
        try {
            return dispatch.handOver(fillIn(byPhone, command));
        } catch (Refusal refusal) {
            if (!refusal.type().equals(FillInFan.ANOTHER_EMAIL)) {
                throw refusal;
            }
            return dispatch.handOver(
                    register(command, Patch.of(given).without("phone").given()));
        }
    }

    /**
     * The phone's fan may have another email, which it alone knows: then it is not meant, and a new one has the email.
     */
    @CommandHandler
    RegisteredFan decide(RegisterUnlessKnown command, Claims claims, Streams streams, Dispatch dispatch) {
        Profile given = command.profile();
        FanId byEmail = byEmail(command.fan(), given, claims, streams);
        if (byEmail != null) {
            return new RegisteredFan(byEmail.number());
        }
        FanId byPhone = byPhone(command.fan(), given, claims, streams);
        if (byPhone != null && given.email() == null) {
            return new RegisteredFan(byPhone.number());
        }
        return dispatch.handOver(
                new FindOrRegisterFan(command.fan(), given, byPhone == null ? command.consent() : Consent.EMPTY, null));
    }

    private static @Nullable FanId byEmail(FanId minted, Profile given, Claims claims, Streams streams) {
        return given.email() == null
                ? null
                : fan(claims.owner(Contacts.email(minted.account(), given.email())), streams);
    }

    private static @Nullable FanId byPhone(FanId minted, Profile given, Claims claims, Streams streams) {
        return given.phone() == null
                ? null
                : fan(claims.owner(Contacts.phone(minted.account(), given.phone())), streams);
    }

    private static FillInFan fillIn(FanId fan, FindOrRegisterFan command) {
        return new FillInFan(fan, command.profile(), command.consent(), command.passwordHash());
    }

    private static RegisterFan register(FindOrRegisterFan command, Profile profile) {
        return new RegisterFan(command.fan(), profile, command.consent(), command.passwordHash());
    }

    /** One that was erased has no contacts, whatever a restore has left it with. */
    private static @Nullable FanId fan(@Nullable String owner, Streams streams) {
        FanId fan = owner == null ? null : FanId.parse(owner);
        return fan != null && streams.isOpen(fan) ? fan : null;
    }
}
