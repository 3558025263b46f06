package encore.command.fans;

import encore.command.FanContactClaims;
import encore.command.StaffNames;
import encore.command.fans.particulars.ParticularsReader;
import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Claims.Claim;
import encore.infra.eventstore.Dispatch;
import encore.infra.eventstore.Streams;
import encore.kernel.Refusal;
import encore.kernel.StreamId;
import encore.kernel.contacts.ContactKind;
import encore.kernel.contacts.ContactValue;
import encore.kernel.fans.FanCommand.FillInFan;
import encore.kernel.fans.FanCommand.RegisterFan;
import encore.kernel.fans.FanId;
import encore.kernel.fans.RegisteredFan;
import encore.kernel.fans.profile.Consent;
import encore.kernel.fans.profile.ConsentBuilder;
import encore.kernel.fans.profile.ContactOrigin;
import encore.kernel.fans.profile.FieldsAndTags.ParsedFieldsAndTags;
import encore.kernel.fans.profile.FillPolicy;
import encore.kernel.fans.profile.Profile;
import encore.kernel.fans.profile.ProfileBuilder;
import encore.kernel.fans.proofs.ProofCommand.FindOrRegisterPublicFan;
import encore.kernel.fans.proofs.ProofCommand.ReadPublicDetails;
import encore.kernel.fans.proofs.ProofCommand.RegisterUnprovenFan;
import encore.kernel.tags.RequestedTag;
import encore.kernel.tags.TagId;
import java.util.List;
import org.axonframework.commandhandling.CommandHandler;
import org.springframework.stereotype.Component;

/**
 * Finds or registers fans by contacts that nobody has proven. The caller may be anybody who has read the public key in a
 * page, so a known fan gets next to nothing of it (ADR 105).
 */
@Component
class PublicFanHandler {

    private final List<StaffNames.Source> staffNames;

    PublicFanHandler(List<StaffNames.Source> staffNames) {
        this.staffNames = staffNames;
    }

    @CommandHandler
    ParsedFieldsAndTags decide(ReadPublicDetails command, Claims claims, Dispatch dispatch) {
        long account = command.fan().account();
        StaffNames staff = StaffNames.of(staffNames, account, dispatch);
        command.given().fields().keySet().stream()
                .filter(staff.fieldKeys()::contains)
                .findFirst()
                .ifPresent(key -> {
                    throw Fan.staffOnly("field_" + key);
                });
        for (RequestedTag tag : command.given().tags()) {
            Claim claim = TagChanges.claim(account, tag.name());
            String owner = claims.ownerOf(claim);
            if (staff.tagNames().contains(claim.value())
                    || owner != null
                            && staff.tagIds()
                                    .contains(StreamId.parse(TagId.class, owner).number())) {
                throw Fan.staffOnly(command.given().parameterOf(tag.name()));
            }
        }
        return ParticularsReader.read(command.fan(), command.given(), dispatch);
    }

    @CommandHandler
    RegisteredFan decide(FindOrRegisterPublicFan command, Claims claims, Streams streams, Dispatch dispatch) {
        long account = command.fan().account();
        Profile given = command.profile();
        FanId byEmail = FanContactClaims.ownerOf(account, ContactValue.of(ContactKind.EMAIL, given), claims, streams);
        if (byEmail != null) {
            return dispatch.sendLast(fillIn(byEmail, command));
        }
        FanId byPhone = FanContactClaims.ownerOf(account, ContactValue.of(ContactKind.PHONE, given), claims, streams);
        if (byPhone == null) {
            return dispatch.sendLast(register(command, given));
        }
        try {
            return dispatch.sendLast(fillIn(byPhone, command));
        } catch (Refusal refusal) {
            if (!refusal.type().equals(FillInFan.ANOTHER_EMAIL)) {
                throw refusal;
            }
            return dispatch.sendLast(register(command, FindOrRegisterFanHandler.withoutPhone(given)));
        }
    }

    @CommandHandler
    RegisteredFan decide(RegisterUnprovenFan command, Claims claims, Streams streams, Dispatch dispatch) {
        long account = command.fan().account();
        Profile given = command.profile();
        FanId byEmail = FanContactClaims.ownerOf(account, ContactValue.of(ContactKind.EMAIL, given), claims, streams);
        if (byEmail != null) {
            return leaveAsItIs(byEmail, command, dispatch);
        }
        FanId byPhone = FanContactClaims.ownerOf(account, ContactValue.of(ContactKind.PHONE, given), claims, streams);
        if (byPhone != null && given.email() == null) {
            return leaveAsItIs(byPhone, command, dispatch);
        }
        return dispatch.sendLast(new RegisterFan(
                command.fan(),
                byPhone == null ? given : FindOrRegisterFanHandler.withoutPhone(given),
                command.withSecret() ? command.consent() : optInsOf(command.consent()),
                null,
                ParsedFieldsAndTags.NONE,
                command.withSecret() ? null : ContactOrigin.PUBLIC));
    }

    /** Changes nothing in a known fan. A public call records as much as for an unknown contact. */
    private static RegisteredFan leaveAsItIs(FanId fan, RegisterUnprovenFan command, Dispatch dispatch) {
        if (command.withSecret()) {
            return new RegisteredFan(fan.number());
        }
        Profile contacts = ProfileBuilder.builder()
                .email(command.profile().email())
                .phone(command.profile().phone())
                .build();
        return dispatch.sendLast(
                new FillInFan(fan, contacts, Consent.EMPTY, null, FillPolicy.PUBLIC, ParsedFieldsAndTags.NONE));
    }

    private static FillInFan fillIn(FanId fan, FindOrRegisterPublicFan command) {
        return new FillInFan(
                fan, command.profile(), optInsOf(command.consent()), null, FillPolicy.PUBLIC, added(command.parsed()));
    }

    private static RegisterFan register(FindOrRegisterPublicFan command, Profile profile) {
        return new RegisterFan(
                command.fan(),
                profile,
                optInsOf(command.consent()),
                null,
                added(command.parsed()),
                ContactOrigin.PUBLIC);
    }

    /** Returns the part of a consent that a call without a proof may give. */
    static Consent optInsOf(Consent given) {
        return ConsentBuilder.builder(Consent.EMPTY)
                .optedInBusinesses(given.optedInBusinesses())
                .build();
    }

    /** Returns the fields and tags without those that would take something away. */
    private static ParsedFieldsAndTags added(ParsedFieldsAndTags given) {
        return new ParsedFieldsAndTags(
                given.values(),
                List.of(),
                given.tags().stream().filter(RequestedTag::isGiven).toList());
    }
}
