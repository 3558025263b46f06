package encore.kernel.fans;

import encore.kernel.Command;
import encore.kernel.Patch;
import org.jspecify.annotations.Nullable;

/** Everything that can be asked of a fan's record. Contacts are normalised before they enter a command. */
public sealed interface FanCommand<R> extends Command<R> {

    FanId fan();

    @Override
    default FanId stream() {
        return fan();
    }

    /**
     * Finds the fan that has one of the contacts, and fills in what is missing; otherwise registers a new one (spec 2, 4:
     * POST /v1/crm/fans).
     *
     * @param fan minted before the command, for the case that there is none yet
     * @param passwordHash Argon2id in its encoded form, or null
     * @param filling what one that is found takes from this
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

        /** For a new record of what somebody bought or registered for. */
        public static FindOrRegisterFan ofNewRecord(FanId fan, Profile profile, Consent consent) {
            return new FindOrRegisterFan(fan, profile, consent, null, Filling.WHOLE_ADDRESS, Particulars.NONE);
        }

        /** For a record that comes again with another email: it moves to that email's fan, who stays as it is. */
        public static FindOrRegisterFan ofMovedRecord(FanId fan, Profile profile) {
            return new FindOrRegisterFan(fan, profile, Consent.EMPTY, null, Filling.NOTHING, Particulars.NONE);
        }
    }

    /** Registers a new fan with at least one contact. A contact that another fan has is lost at the append. */
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
     * Adds to the fan that has one of the contacts what its profile has nothing for yet; what is said of consent, custom
     * fields and tags replaces what was said before. A fan whose stored email is another than a given one is refused as {@link #ANOTHER_EMAIL}.
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

    /** Changes, corrects and clears what is known of a fan (spec 2, 4: POST /v1/crm/fans/&lt;fan_id&gt;; manage). */
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

    /** Changes a fan, with what a call says of its custom fields and tags (manage). */
    record DescribeFan(ChangeFan change, Particulars particulars) implements FanCommand<RegisteredFan> {
        @Override
        public FanId fan() {
            return change.fan();
        }
    }

    /** Frees what the fan holds, then forgets it (spec 2, 4: DELETE /v1/crm/fans/&lt;fan_id&gt;). */
    record EraseFan(FanId fan) implements FanCommand<ErasedFan> {}

    /** The last step of an erasure: the fan's own stream ends, and its key is destroyed. */
    record ForgetFan(FanId fan) implements FanCommand<ErasedFan> {}
}
