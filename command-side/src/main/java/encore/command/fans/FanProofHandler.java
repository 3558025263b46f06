package encore.command.fans;

import static encore.kernel.Refusal.Kind.CONFLICT;

import encore.command.FanContactClaims;
import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Dispatch;
import encore.infra.eventstore.Streams;
import encore.kernel.Refusal;
import encore.kernel.contacts.ContactKind;
import encore.kernel.contacts.ContactValue;
import encore.kernel.fans.FanCommand.RegisterFan;
import encore.kernel.fans.FanId;
import encore.kernel.fans.RegisteredFan;
import encore.kernel.fans.profile.Consent;
import encore.kernel.fans.profile.ConsentBuilder;
import encore.kernel.fans.profile.ContactOrigin;
import encore.kernel.fans.profile.FieldsAndTags.ParsedFieldsAndTags;
import encore.kernel.fans.profile.Profile;
import encore.kernel.fans.profile.ProfileBuilder;
import encore.kernel.fans.proofs.AddedContact;
import encore.kernel.fans.proofs.ProofCommand;
import encore.kernel.fans.proofs.ProofCommand.AddProvenContact;
import encore.kernel.fans.proofs.ProofCommand.ConfirmContact;
import encore.kernel.fans.proofs.ProofCommand.ProveContact;
import encore.kernel.fans.proofs.ProofCommand.ReadOpenedFan;
import encore.kernel.fans.proofs.ProofCommand.ReadOpening;
import encore.kernel.fans.proofs.ProofCommand.ReadOwnContact;
import encore.kernel.fans.proofs.ProofCommand.ReadProvenContact;
import encore.kernel.fans.proofs.ProofCommand.RegisterProvenFan;
import encore.kernel.fans.proofs.ProofCommand.ReleaseContact;
import encore.kernel.fans.proofs.ProofCommand.RequireReleasableContact;
import encore.kernel.fans.proofs.ProofCommand.SetProvenContact;
import encore.kernel.fans.proofs.ProvenFan;
import java.util.function.BiFunction;
import org.axonframework.commandhandling.CommandHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Finds the fan that a proven contact opens. A contact moves from one fan to another in two commits: the first fan
 * releases it, then the second takes it. After a crash in between nobody has it, and a repeat goes on from there.
 */
@Component
class FanProofHandler {

    private static final int MAX_LOOKS = 3;

    /** The rule of a fan that no longer has the contact by which it was found. */
    private static final String MOVED = "contact-moved";

    @CommandHandler
    ProvenFan decide(ProveContact command, Claims claims, Streams streams, Dispatch dispatch) {
        return ofOwner(command, command.contact(), ConfirmContact::new, claims, streams, dispatch);
    }

    @CommandHandler
    ProvenFan decide(ReadOpenedFan command, Claims claims, Streams streams, Dispatch dispatch) {
        return ofOwner(command, command.contact(), ReadOpening::new, claims, streams, dispatch);
    }

    /** Asks the fan that has a contact, and looks for it again when the contact has just moved. */
    private static ProvenFan ofOwner(
            ProofCommand<ProvenFan> command,
            ContactValue contact,
            BiFunction<FanId, ContactValue, ProofCommand<ProvenFan>> step,
            Claims claims,
            Streams streams,
            Dispatch dispatch) {
        for (int look = 1; ; look++) {
            FanId owner = FanContactClaims.ownerOf(command.fan().account(), contact, claims, streams);
            if (owner == null) {
                return ProvenFan.NONE;
            }
            try {
                return dispatch.sendLast(step.apply(owner, contact));
            } catch (Refusal refusal) {
                if (look == MAX_LOOKS
                        || refusal.kind() != CONFLICT
                        || !refusal.type().equals(MOVED)) {
                    throw refusal;
                }
            }
        }
    }

    @CommandHandler
    RegisteredFan decide(RegisterProvenFan command, Claims claims, Streams streams, Dispatch dispatch) {
        ContactValue proven = command.proven();
        FanId owner = FanContactClaims.ownerOf(command.fan().account(), proven, claims, streams);
        if (owner != null) {
            Long opened = dispatch.send(new ConfirmContact(owner, proven)).fanId();
            if (opened != null) {
                return new RegisteredFan(opened);
            }
            dispatch.send(new ReleaseContact(owner, proven));
        }
        return dispatch.sendLast(new RegisterFan(
                command.fan(),
                profile(command, claims, streams),
                confirmed(
                        proven.kind(),
                        command.withSecret() ? command.consent() : PublicFanHandler.optInsOf(command.consent())),
                command.passwordHash(),
                ParsedFieldsAndTags.NONE,
                command.withSecret() ? null : ContactOrigin.PUBLIC));
    }

    /** Returns the profile with the proven contact, and with the other one if no fan has it. */
    private static Profile profile(RegisterProvenFan command, Claims claims, Streams streams) {
        ContactKind kind = command.proven().kind();
        ContactKind otherKind = kind == ContactKind.EMAIL ? ContactKind.PHONE : ContactKind.EMAIL;
        ContactValue other = ContactValue.of(otherKind, command.profile());
        boolean isFree = FanContactClaims.ownerOf(command.fan().account(), other, claims, streams) == null;
        String otherValue = other == null || !isFree ? null : other.value();
        return ProfileBuilder.builder(command.profile())
                .email(kind == ContactKind.EMAIL ? command.proven().value() : otherValue)
                .phone(kind == ContactKind.PHONE ? command.proven().value() : otherValue)
                .build();
    }

    private static Consent confirmed(ContactKind kind, Consent given) {
        return ConsentBuilder.builder(given)
                .isConfirmed(flag(kind == ContactKind.EMAIL, given.isConfirmed()))
                .isPhoneConfirmed(flag(kind == ContactKind.PHONE, given.isPhoneConfirmed()))
                .build();
    }

    private static @Nullable Boolean flag(boolean isProven, @Nullable Boolean given) {
        return isProven ? Boolean.TRUE : given;
    }

    @CommandHandler
    AddedContact decide(AddProvenContact command, Claims claims, Streams streams, Dispatch dispatch) {
        streams.mustBeKnown(command.fan());
        FanId owner = FanContactClaims.ownerOf(command.fan().account(), command.contact(), claims, streams);
        if (owner != null && !owner.equals(command.fan())) {
            dispatch.send(new ReleaseContact(owner, command.contact()));
        }
        return dispatch.sendLast(new SetProvenContact(command.fan(), command.contact()));
    }

    @CommandHandler
    ProvenFan decide(ReadProvenContact command, Claims claims, Streams streams, Dispatch dispatch) {
        streams.mustBeKnown(command.fan());
        FanId owner = FanContactClaims.ownerOf(command.fan().account(), command.contact(), claims, streams);
        if (owner != null && !owner.equals(command.fan())) {
            dispatch.send(new RequireReleasableContact(owner, command.contact()));
        }
        return dispatch.sendLast(new ReadOwnContact(command.fan(), command.contact()));
    }
}
