package encore.kernel.fans;

import encore.kernel.Command;
import encore.kernel.Patch;
import encore.kernel.SecretAnswer;
import encore.kernel.fans.profile.Consent;
import encore.kernel.fans.profile.ContactOrigin;
import encore.kernel.fans.profile.Curation;
import encore.kernel.fans.profile.FieldsAndTags;
import encore.kernel.fans.profile.FillPolicy;
import encore.kernel.fans.profile.Profile;
import encore.kernel.names.StoredName;
import encore.kernel.tags.RequestedTag;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The commands of a fan's record. Contacts are normalised before they enter a command. */
public sealed interface FanCommand<R> extends Command<R> {

    FanId fan();

    @Override
    default FanId stream() {
        return fan();
    }

    /**
     * Finds the fan that has one of the contacts and fills its gaps, or registers a new fan (spec 2, 4: POST
     * /v1/crm/fans).
     *
     * @param fan the id for a new fan, generated before the command; unused when a fan has one of the contacts
     * @param passwordHash Argon2id in its encoded form, or null
     * @param filling the rule for the data that an existing fan takes over
     */
    record FindOrRegisterFan(
            FanId fan,
            Profile profile,
            Consent consent,
            @Nullable String passwordHash,
            FillPolicy filling,
            FieldsAndTags particulars)
            implements FanCommand<RegisteredFan> {

        public FindOrRegisterFan(FanId fan, Profile profile, Consent consent, @Nullable String passwordHash) {
            this(fan, profile, consent, passwordHash, FieldsAndTags.NONE);
        }

        public FindOrRegisterFan(
                FanId fan,
                Profile profile,
                Consent consent,
                @Nullable String passwordHash,
                FieldsAndTags fieldsAndTags) {
            this(fan, profile, consent, passwordHash, FillPolicy.EACH_GAP, fieldsAndTags);
        }

        public FindOrRegisterFan(
                FanId fan, Profile profile, Consent consent, @Nullable String passwordHash, FillPolicy fillPolicy) {
            this(fan, profile, consent, passwordHash, fillPolicy, FieldsAndTags.NONE);
        }

        /** Returns the command for the buyer or registrant of a new record. */
        public static FindOrRegisterFan ofNewRecord(FanId fan, Profile profile, Consent consent) {
            return new FindOrRegisterFan(fan, profile, consent, null, FillPolicy.WHOLE_ADDRESS, FieldsAndTags.NONE);
        }

        /**
         * Returns the command for a record that comes again with another email. The record moves to the fan of that
         * email, and that fan does not change.
         */
        public static FindOrRegisterFan ofMovedRecord(FanId fan, Profile profile) {
            return new FindOrRegisterFan(fan, profile, Consent.EMPTY, null, FillPolicy.NOTHING, FieldsAndTags.NONE);
        }
    }

    /**
     * Registers a new fan with at least one contact. The append fails when another fan has one of the contacts.
     *
     * @param origin the caller that gave the contacts; null for a call with the secret
     */
    record RegisterFan(
            FanId fan,
            Profile profile,
            Consent consent,
            @Nullable String passwordHash,
            FieldsAndTags.ParsedFieldsAndTags particulars,
            @Nullable ContactOrigin origin)
            implements FanCommand<RegisteredFan>, Command.NewStream {

        public RegisterFan(FanId fan, Profile profile, Consent consent, @Nullable String passwordHash) {
            this(fan, profile, consent, passwordHash, FieldsAndTags.ParsedFieldsAndTags.NONE);
        }

        public RegisterFan(
                FanId fan,
                Profile profile,
                Consent consent,
                @Nullable String passwordHash,
                FieldsAndTags.ParsedFieldsAndTags particulars) {
            this(fan, profile, consent, passwordHash, particulars, null);
        }
    }

    /**
     * Fills the gaps in the profile of the fan that has one of the contacts. Consent, custom fields and tags replace
     * the former values. A fan whose stored email differs from a given one is refused as {@link #ANOTHER_EMAIL}. A
     * contact that does not open the fan, although a call with the secret gives it, is refused as {@link
     * #PLANTED_CONTACT}.
     */
    record FillInFan(
            FanId fan,
            Profile profile,
            Consent consent,
            @Nullable String passwordHash,
            FillPolicy filling,
            FieldsAndTags.ParsedFieldsAndTags particulars)
            implements FanCommand<RegisteredFan> {

        public static final String ANOTHER_EMAIL = "another-email";

        /** The type of a refusal that names the contact to take from the fan first. */
        public static final String PLANTED_CONTACT = "planted-contact";

        public FillInFan(FanId fan, Profile profile, Consent consent, @Nullable String passwordHash) {
            this(fan, profile, consent, passwordHash, FillPolicy.EACH_GAP, FieldsAndTags.ParsedFieldsAndTags.NONE);
        }

        public FillInFan(
                FanId fan, Profile profile, Consent consent, @Nullable String passwordHash, FillPolicy fillPolicy) {
            this(fan, profile, consent, passwordHash, fillPolicy, FieldsAndTags.ParsedFieldsAndTags.NONE);
        }
    }

    /**
     * Changes nothing. It is refused for the reasons for which {@link FillInFan} is: another email, a planted contact, too
     * many tags. A call sends it before its first step that records something.
     */
    record RequireFillable(FanId fan, Profile profile, FillPolicy filling, List<RequestedTag> tags)
            implements FanCommand<RegisteredFan> {
        public RequireFillable {
            tags = List.copyOf(tags);
        }
    }

    /**
     * Fills the gaps in the profile of the fan of a new record, if the call names the fan and not its contacts. The
     * place is only filled in as a whole. The fan's contacts do not change. Consent replaces the former values.
     *
     * @param profile its email and phone are ignored
     */
    record FillInNamedFan(FanId fan, Profile profile, Consent consent) implements FanCommand<RegisteredFan> {}

    /** Changes, corrects and clears the data of a fan (spec 2, 4: POST /v1/crm/fans/&lt;fan_id&gt;; manage). */
    record ChangeFan(
            FanId fan,
            Patch<Profile> profile,
            Patch<Consent> consent,
            Patch<Curation> curation,
            @Nullable String passwordHash,
            FieldsAndTags.ParsedFieldsAndTags particulars)
            implements FanCommand<RegisteredFan> {

        public ChangeFan(
                FanId fan,
                Patch<Profile> profile,
                Patch<Consent> consent,
                Patch<Curation> curation,
                @Nullable String passwordHash) {
            this(fan, profile, consent, curation, passwordHash, FieldsAndTags.ParsedFieldsAndTags.NONE);
        }

        public ChangeFan withPassword(@Nullable String hash) {
            return new ChangeFan(fan, profile, consent, curation, hash, particulars);
        }

        public ChangeFan with(FieldsAndTags.ParsedFieldsAndTags fieldsAndTags) {
            return new ChangeFan(fan, profile, consent, curation, passwordHash, fieldsAndTags);
        }
    }

    /** Changes a fan, including custom fields and tags as the call sent them (manage). */
    record DescribeFan(ChangeFan change, FieldsAndTags particulars) implements FanCommand<RegisteredFan> {
        @Override
        public FanId fan() {
            return change.fan();
        }
    }

    /** Releases the claims of the fan, then forgets it (spec 2, 4: DELETE /v1/crm/fans/&lt;fan_id&gt;). */
    record EraseFan(FanId fan) implements FanCommand<ErasedFan> {}

    /** Ends the stream of the fan and destroys its key. It is the last step of an erasure. */
    record ForgetFan(FanId fan) implements FanCommand<ErasedFan> {}

    /** Reads the tags of a fan for a decision of another feature. Records nothing. */
    @StoredName("TellFanTags")
    record ReadFanTags(FanId fan) implements FanCommand<ReadFanTags.GivenTags> {

        /** The ids of the tags that the fan has. */
        public record GivenTags(Set<Long> tagIds) {
            public GivenTags {
                tagIds = Set.copyOf(tagIds);
            }
        }
    }

    /** Reads whether a fan is a moderator of the account, for a decision of another feature. Records nothing. */
    @StoredName("TellModerator")
    record ReadModerator(FanId fan) implements FanCommand<ReadModerator.Moderation> {

        /** Whether the fan has a moderator_status. */
        public record Moderation(boolean isModerator) {}
    }

    /** Reads the contacts of a fan for another feature, so that it can forget what it keeps under them. Records nothing. */
    @StoredName("TellContacts")
    record ReadContacts(FanId fan) implements FanCommand<ReadContacts.Contacts> {

        /** The contacts; null where the fan has none. They are personal, so no request remembers them. */
        public record Contacts(
                @Nullable String email, @Nullable String phone) implements SecretAnswer {}
    }
}
