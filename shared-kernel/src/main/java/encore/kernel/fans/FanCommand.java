package encore.kernel.fans;

import encore.kernel.Command;
import encore.kernel.Patch;
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
            Filling filling,
            Particulars particulars)
            implements FanCommand<RegisteredFan> {

        public FindOrRegisterFan(FanId fan, Profile profile, Consent consent, @Nullable String passwordHash) {
            this(fan, profile, consent, passwordHash, Particulars.NONE);
        }

        public FindOrRegisterFan(
                FanId fan, Profile profile, Consent consent, @Nullable String passwordHash, Particulars particulars) {
            this(fan, profile, consent, passwordHash, Filling.EACH_GAP, particulars);
        }

        public FindOrRegisterFan(
                FanId fan, Profile profile, Consent consent, @Nullable String passwordHash, Filling filling) {
            this(fan, profile, consent, passwordHash, filling, Particulars.NONE);
        }

        /** Returns the command for the buyer or registrant of a new record. */
        public static FindOrRegisterFan ofNewRecord(FanId fan, Profile profile, Consent consent) {
            return new FindOrRegisterFan(fan, profile, consent, null, Filling.WHOLE_ADDRESS, Particulars.NONE);
        }

        /**
         * Returns the command for a record that comes again with another email. The record moves to the fan of that
         * email, and that fan does not change.
         */
        public static FindOrRegisterFan ofMovedRecord(FanId fan, Profile profile) {
            return new FindOrRegisterFan(fan, profile, Consent.EMPTY, null, Filling.NOTHING, Particulars.NONE);
        }
    }

    /** Registers a new fan with at least one contact. The append fails when another fan has one of the contacts. */
    record RegisterFan(
            FanId fan,
            Profile profile,
            Consent consent,
            @Nullable String passwordHash,
            Particulars.Read particulars) implements FanCommand<RegisteredFan>, Command.Beginning {

        public RegisterFan(FanId fan, Profile profile, Consent consent, @Nullable String passwordHash) {
            this(fan, profile, consent, passwordHash, Particulars.Read.NOTHING);
        }
    }

    /**
     * Fills the gaps in the profile of the fan that has one of the contacts. Consent, custom fields and tags replace
     * the former values. A fan whose stored email differs from a given one is refused as {@link #ANOTHER_EMAIL}.
     */
    record FillInFan(
            FanId fan,
            Profile profile,
            Consent consent,
            @Nullable String passwordHash,
            Filling filling,
            Particulars.Read particulars)
            implements FanCommand<RegisteredFan> {

        public static final String ANOTHER_EMAIL = "another-email";

        public FillInFan(FanId fan, Profile profile, Consent consent, @Nullable String passwordHash) {
            this(fan, profile, consent, passwordHash, Filling.EACH_GAP, Particulars.Read.NOTHING);
        }

        public FillInFan(FanId fan, Profile profile, Consent consent, @Nullable String passwordHash, Filling filling) {
            this(fan, profile, consent, passwordHash, filling, Particulars.Read.NOTHING);
        }
    }

    /** Changes, corrects and clears the data of a fan (spec 2, 4: POST /v1/crm/fans/&lt;fan_id&gt;; manage). */
    record ChangeFan(
            FanId fan,
            Patch<Profile> profile,
            Patch<Consent> consent,
            Patch<Curation> curation,
            @Nullable String passwordHash,
            Particulars.Read particulars)
            implements FanCommand<RegisteredFan> {

        public ChangeFan(
                FanId fan,
                Patch<Profile> profile,
                Patch<Consent> consent,
                Patch<Curation> curation,
                @Nullable String passwordHash) {
            this(fan, profile, consent, curation, passwordHash, Particulars.Read.NOTHING);
        }

        public ChangeFan withPassword(@Nullable String hash) {
            return new ChangeFan(fan, profile, consent, curation, hash, particulars);
        }

        public ChangeFan with(Particulars.Read read) {
            return new ChangeFan(fan, profile, consent, curation, passwordHash, read);
        }
    }

    /** Changes a fan, including custom fields and tags as the call sent them (manage). */
    record DescribeFan(ChangeFan change, Particulars particulars) implements FanCommand<RegisteredFan> {
        @Override
        public FanId fan() {
            return change.fan();
        }
    }

    /** Releases the claims of the fan, then forgets it (spec 2, 4: DELETE /v1/crm/fans/&lt;fan_id&gt;). */
    record EraseFan(FanId fan) implements FanCommand<ErasedFan> {}

    /** Ends the stream of the fan and destroys its key. It is the last step of an erasure. */
    record ForgetFan(FanId fan) implements FanCommand<ErasedFan> {}
}
