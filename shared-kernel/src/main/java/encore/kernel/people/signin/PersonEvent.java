package encore.kernel.people.signin;

import encore.kernel.Event;
import encore.kernel.contacts.messages.DeliveryOutcome;
import encore.kernel.people.PersonId;
import encore.kernel.people.links.LinkPurpose;
import encore.kernel.privacy.NotPersonal;
import encore.kernel.privacy.PersonalData;
import encore.kernel.privacy.Secret;
import java.time.Instant;
import java.util.List;
import org.axonframework.serialization.Revision;
import org.jspecify.annotations.Nullable;

/**
 * Everything that can happen to a person's own data and sign-ins. It is encrypted under a key of the person's, which is
 * destroyed when the person is erased. No link and no code is in any event.
 */
public sealed interface PersonEvent extends Event {

    PersonId person();

    @Override
    default PersonId subject() {
        return person();
    }

    /** An event that the journal of operations shows. */
    sealed interface Journaled extends PersonEvent, Event.ManagementAction {
        @Override
        default String target() {
            return person().actor();
        }
    }

    /** A person was recorded. The account's people name the person next. */
    @Revision("1")
    record PersonRecorded(
            PersonId person,
            @PersonalData @Nullable String email,
            @PersonalData @Nullable String name) implements PersonEvent {}

    /** The person has another name. */
    @Revision("1")
    record PersonNamed(
            PersonId person, @PersonalData @Nullable String name) implements Journaled {}

    /**
     * A link was made by which the person sets a password. All earlier links end.
     *
     * @param generation its number among the person's links; the link is computed from it
     * @param address where the console is, such as {@code https://fans.example/console/}; null when that is not known,
     *     and then no mail is sent
     * @param senderName the name of the account, for the mail
     * @param until the time from which the link is not accepted any more
     */
    @Revision("1")
    record PersonLinkMade(
            PersonId person,
            int generation,
            LinkPurpose purpose,

            @NotPersonal("the address of our console") @Nullable
            String address,

            @NotPersonal("the name of the account") String senderName,
            Instant until)
            implements Journaled {}

    /** The mail of a link ended. */
    @Revision("1")
    record PersonLinkMailEnded(PersonId person, int generation, DeliveryOutcome outcome) implements PersonEvent {}

    /**
     * The person set a password. All links end.
     *
     * @param number its number among the person's passwords, from 1
     * @param passwordHash Argon2id in its encoded form
     * @param step the step of time of the code that was given (RFC 6238); null when none was asked for
     * @param recoveryHash the hash of the recovery code that was used up; null for none
     */
    @Revision("1")
    record PersonPasswordSet(
            PersonId person,
            int number,
            @Secret @PersonalData @Nullable String passwordHash,
            @Secret @Nullable Long step,

            @Secret @NotPersonal("a hash of a random code of ours") @Nullable
            String recoveryHash)
            implements Journaled {}

    /**
     * The person set up codes of an app.
     *
     * @param generation the secret of the app follows from it; no secret is in any event
     * @param step the step of time of the code that was shown (RFC 6238); no code of it or before is accepted again
     * @param recoveryHashes hashes of the recovery codes
     */
    @Revision("1")
    record PersonCodesSet(
            PersonId person,
            int generation,
            @Secret long step,

            @Secret @NotPersonal("hashes of random codes of ours")
            List<String> recoveryHashes)
            implements Journaled {
        public PersonCodesSet {
            recoveryHashes = List.copyOf(recoveryHashes);
        }
    }

    /** Codes of an app are not asked for any more. */
    @Revision("1")
    record PersonCodesRemoved(PersonId person) implements Journaled {}

    /**
     * The person signed in.
     *
     * @param step the step of time of the code that was given (RFC 6238); null when none was asked for
     * @param recoveryHash the hash of the recovery code that was used up; null for none
     */
    @Revision("1")
    record PersonSignedIn(
            PersonId person,
            @Secret @Nullable Long step,

            @Secret @NotPersonal("a hash of a random code of ours") @Nullable
            String recoveryHash)
            implements Journaled {}

    /**
     * Somebody gave a wrong password or code for the person.
     *
     * @param countedUntil the end of the time in which it counts against the limit
     */
    @Revision("1")
    record PersonSignInRefused(PersonId person, Instant countedUntil) implements PersonEvent {}

    /**
     * The person signed out of one session.
     *
     * @param session a random name of the session, which gives no access by itself
     * @param until the time at which it would have ended by itself, in unix seconds
     */
    @Revision("1")
    record PersonSessionEnded(
            PersonId person,
            @NotPersonal("a random name of ours") String session,
            long until) implements PersonEvent {}

    /** The person's data was erased: nobody can read it any more. */
    @Revision("1")
    record PersonErased(PersonId person) implements PersonEvent, Event.FinalEvent {
        @Override
        public PersonId subject() {
            return person;
        }
    }
}
