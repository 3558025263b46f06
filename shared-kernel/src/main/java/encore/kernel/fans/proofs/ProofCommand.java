package encore.kernel.fans.proofs;

import encore.kernel.Command;
import encore.kernel.Patch;
import encore.kernel.contacts.ContactValue;
import encore.kernel.fans.FanId;
import encore.kernel.fans.RegisteredFan;
import encore.kernel.fans.profile.Consent;
import encore.kernel.fans.profile.FieldsAndTags;
import encore.kernel.fans.profile.Profile;
import encore.kernel.names.StoredName;
import org.jspecify.annotations.Nullable;

/**
 * The commands by which fans register, prove contacts and change themselves (ADR 105). Contacts are normalised before
 * they enter a command. A call that brings the secret is the customer's: {@code withSecret}.
 */
public sealed interface ProofCommand<R> extends Command<R> {

    FanId fan();

    @Override
    default FanId stream() {
        return fan();
    }

    /**
     * Parses the custom fields that a public call gives, and refuses those and tags that only staff gives. It changes
     * nothing.
     *
     * @param fan any id of the account
     */
    record ReadPublicDetails(FanId fan, FieldsAndTags given)
            implements ProofCommand<FieldsAndTags.ParsedFieldsAndTags> {}

    /**
     * Finds the fan of the contacts that a public call gives, and fills in what {@link
     * encore.kernel.fans.profile.FillPolicy#PUBLIC} allows, or registers a new fan with all of it. It finds by the same
     * order as {@link encore.kernel.fans.FanCommand.FindOrRegisterFan}. Of the consent only opt-ins to businesses count.
     *
     * @param fan the id for a new fan, generated before the command
     * @param parsed the answer to {@link ReadPublicDetails}; new tags were admitted by {@code AdmitPublicNames}
     */
    record FindOrRegisterPublicFan(
            FanId fan, Profile profile, Consent consent, FieldsAndTags.ParsedFieldsAndTags parsed)
            implements ProofCommand<RegisteredFan> {}

    /**
     * Registers a fan by contacts that nobody has proven (spec 1, 4: connect, network register, without a
     * verification). It sets no password and confirms nothing. If a fan has the email, or the phone where no email is
     * given, nothing changes. The answer is for the server alone: known and unknown contacts are answered alike.
     *
     * @param fan the id for a new fan, generated before the command
     */
    record RegisterUnprovenFan(FanId fan, Profile profile, Consent consent, boolean withSecret)
            implements ProofCommand<RegisteredFan> {}

    /**
     * Registers a fan by a proven contact (spec 1, 4: connect, network register, with a verification). If a fan has the
     * contact, the proof decides as {@link ProveContact} does: either that fan is opened, and only the contact's
     * confirmation changes, or the contact moves to the new fan.
     *
     * @param fan the id for a new fan, generated before the command
     * @param profile names and contacts; a second contact is kept, unconfirmed, only if no fan has it
     * @param passwordHash Argon2id in its encoded form, or null; only a new fan gets it
     */
    record RegisterProvenFan(
            FanId fan,
            ContactValue proven,
            Profile profile,
            Consent consent,
            @Nullable String passwordHash,
            boolean withSecret)
            implements ProofCommand<RegisteredFan> {}

    /**
     * Confirms a contact that a right code has just proven, at the fan that it opens. Without such a fan nothing
     * changes, and the contact is to be registered.
     *
     * @param fan an unused id of the account. It makes no fan: commands about different contacts do not wait for each
     *     other.
     */
    record ProveContact(FanId fan, ContactValue contact) implements ProofCommand<ProvenFan> {}

    /**
     * Reads the fan that {@link ProveContact} would open, or that the contact is to be registered. It changes nothing.
     *
     * @param fan any id of the account
     */
    record ReadOpenedFan(FanId fan, ContactValue contact) implements ProofCommand<ProvenFan> {}

    /** A step: reads whether a contact opens this fan. It changes nothing. */
    record ReadOpening(FanId fan, ContactValue contact) implements ProofCommand<ProvenFan> {}

    /** Confirms a proven contact of this fan, or answers that the contact is to be registered. */
    record ConfirmContact(FanId fan, ContactValue contact) implements ProofCommand<ProvenFan> {}

    /**
     * Adds a proven contact to the fan of a session, or replaces the contact of this kind. A contact that opens another
     * fan is refused. The fan is known, since a session leads to it.
     */
    record AddProvenContact(FanId fan, ContactValue contact) implements ProofCommand<AddedContact> {}

    /**
     * Reads whether a contact is a confirmed one of this fan: it answers the fan, or none. A contact that opens another fan
     * is refused, as by {@link AddProvenContact}. It changes nothing. The fan is known, since a session leads to it.
     */
    @StoredName("TellProvenContact")
    record ReadProvenContact(FanId fan, ContactValue contact) implements ProofCommand<ProvenFan> {}

    /** A step: reads whether a contact is a confirmed one of this fan. It changes nothing. */
    @StoredName("TellOwnContact")
    record ReadOwnContact(FanId fan, ContactValue contact) implements ProofCommand<ProvenFan> {}

    /** A step: refuses a contact that opens this fan. It changes nothing. */
    record RequireReleasableContact(FanId fan, ContactValue contact) implements ProofCommand<RegisteredFan> {}

    /** Sets a proven contact of a fan. A contact that another fan has is refused. */
    record SetProvenContact(FanId fan, ContactValue contact) implements ProofCommand<AddedContact> {}

    /**
     * Takes a contact from a fan that it does not open, so that its owner can register. A contact that opens the fan is
     * refused; one that the fan has no longer changes nothing.
     */
    record ReleaseContact(FanId fan, ContactValue contact) implements ProofCommand<RegisteredFan> {}

    /**
     * Changes the fan of a session (spec 1, 4: POST /v1/sessions/&lt;session_uid&gt;/fan). Without the secret a confirmed
     * contact stays, and tags, fields and props of staff are refused. The flags of confirmed contacts and of the
     * opt-out are ignored without the secret.
     *
     * @param passwordHash Argon2id in its encoded form, or null
     */
    record ChangeOwnFan(
            FanId fan,
            Patch<Profile> profile,
            Patch<Consent> consent,
            @Nullable String passwordHash,
            OwnDetails details,
            boolean withSecret)
            implements ProofCommand<RegisteredFan> {}

    /** Changes the fan of a session after its custom fields were parsed and its tags found. */
    record WriteOwnFan(ChangeOwnFan change, FieldsAndTags.ParsedFieldsAndTags parsed)
            implements ProofCommand<RegisteredFan> {
        @Override
        public FanId fan() {
            return change.fan();
        }
    }
}
