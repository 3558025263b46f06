package encore.kernel.people.signin;

import encore.kernel.Command;
import encore.kernel.contacts.messages.DeliveryOutcome;
import encore.kernel.passwords.PasswordLookupId;
import encore.kernel.people.NewSecret;
import encore.kernel.people.PersonId;
import encore.kernel.people.PersonRef;
import encore.kernel.people.Role;
import encore.kernel.people.links.AskedLink;
import encore.kernel.people.links.LinkMail;
import encore.kernel.people.links.LinkPage;
import encore.kernel.people.links.LinkPlace;
import encore.kernel.people.links.LinkPurpose;
import encore.kernel.people.links.LinkToken;
import encore.kernel.people.links.MadeLink;
import encore.kernel.people.links.PersonLink;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Everything that can be asked of a person's own data and sign-ins. */
public sealed interface PersonCommand<R> extends Command<R> {

    PersonId person();

    @Override
    default PersonId stream() {
        return person();
    }

    /**
     * Invites a person: records the data, adds the person to the account's people, and makes a link.
     *
     * @param person its uid is used if nobody has the email
     * @param email normalised
     * @param place where the link leads
     */
    record InvitePerson(PersonId person, String email, String name, Role role, LinkPlace place)
            implements PersonCommand<MadeLink> {
        @Override
        public String toString() {
            return "InvitePerson[" + person + ", " + role + "]";
        }
    }

    /** Makes a new invitation for a person who has not accepted one. */
    record InviteAgain(PersonId person, LinkPlace place) implements PersonCommand<MadeLink> {}

    /** Changes the name, the role, or whether the person is disabled. Null leaves a part as it is. */
    record ChangePerson(
            PersonId person,
            @Nullable String name,
            @Nullable Role role,
            @Nullable Boolean isDisabled) implements PersonCommand<PersonRef> {
        @Override
        public String toString() {
            return "ChangePerson[" + person + ", " + role + ", " + isDisabled + "]";
        }
    }

    /**
     * Makes a link for somebody who forgot the password. An email of nobody is answered alike.
     *
     * @param lookup the account, and a new uid that spreads the look-ups
     */
    record AskForLink(PasswordLookupId lookup, String email, LinkPlace place) implements SignIn<AskedLink> {
        @Override
        public String toString() {
            return "AskForLink[" + lookup + "]";
        }
    }

    /** Answers the stored password of the person with an email, for a comparison at the gateway. It changes nothing. */
    record FindPersonPassword(PasswordLookupId lookup, String email) implements SignIn<StoredPersonPassword> {
        @Override
        public String toString() {
            return "FindPersonPassword[" + lookup + "]";
        }
    }

    /** Sign-ins, which do not know their person yet. */
    sealed interface SignIn<R> extends Command<R> {

        PasswordLookupId lookup();

        @Override
        default PasswordLookupId stream() {
            return lookup();
        }
    }

    /**
     * Decides on a sign-in after the gateway compared the password.
     *
     * @param personUid the person with the email; null for nobody
     * @param isRight whether the password was right
     * @param password the number of the password that it was compared with
     * @param code the code of the app, or one for recovery; null when none was given
     * @param newCodes the set-up of an app, for a person who has none and needs one; null for none
     */
    record SignInPerson(
            PasswordLookupId lookup,
            @Nullable String personUid,
            boolean isRight,
            int password,
            @Nullable String code,
            @Nullable NewCodes newCodes)
            implements SignIn<SignInAnswer> {
        @Override
        public String toString() {
            return "SignInPerson[" + lookup + ", " + personUid + "]";
        }
    }

    /** Answers what the page of a link shows. It changes nothing. Refused if the link is not valid. */
    record ReadLinkPage(PersonLink link) implements PersonCommand<LinkPage> {
        @Override
        public PersonId person() {
            return link.person();
        }
    }

    /**
     * Sets a password by a link, which is used up.
     *
     * @param code a code of the app, or one for recovery, if the person has an app; null for none
     * @param newCodes the set-up of an app, if the person has none; null for none
     */
    record SetPasswordByLink(
            PersonLink link,
            String passwordHash,
            @Nullable String code,
            @Nullable NewCodes newCodes) implements PersonCommand<PasswordAnswer> {
        @Override
        public PersonId person() {
            return link.person();
        }

        @Override
        public String toString() {
            return "SetPasswordByLink[" + link + "]";
        }
    }

    /** Answers the token of a link, and the secret of an app that a person may set up. It changes nothing. */
    record ReadLinkToken(PersonId person, int generation) implements PersonCommand<LinkToken> {}

    /** Answers the secret of an app that a person who signed in may set up. It changes nothing. */
    record ReadNewSecret(PersonId person) implements PersonCommand<NewSecret> {}

    /** Sets up an app for a person who signed in. A former app counts no more. */
    record SetUpCodes(PersonId person, NewCodes codes) implements PersonCommand<PersonRef> {}

    /** Asks for no more codes of an app. Whoever needs one sets one up at the next sign-in. */
    record RemoveCodes(PersonId person) implements PersonCommand<PersonRef> {}

    /**
     * Ends one session of a person. Every gateway knows it within a second.
     *
     * @param session the random name of the session, which gives no access by itself
     * @param until the time at which it ends even when it is renewed, in unix seconds
     */
    record EndPersonSession(PersonId person, String session, long until) implements PersonCommand<PersonRef> {}

    /** Erases a person's data. It is not to be undone. */
    record ErasePerson(PersonId person) implements PersonCommand<PersonRef> {}

    // Steps of the commands above, and of automations.

    /** Records a person's data, or the name of a person whose invitation was broken off. */
    record RecordPerson(PersonId person, String email, String name) implements PersonCommand<PersonRef> {
        @Override
        public String toString() {
            return "RecordPerson[" + person + "]";
        }
    }

    record NamePerson(PersonId person, String name) implements PersonCommand<PersonRef> {
        @Override
        public String toString() {
            return "NamePerson[" + person + "]";
        }
    }

    /** Makes a link, which is mailed if this installation sends mail and knows the address of its console. */
    record MakeLink(PersonId person, LinkPurpose purpose, LinkPlace place) implements PersonCommand<MadeLink> {}

    /**
     * Records a link. All earlier ones end. Whoever forgot a password gets at most one link in five minutes.
     *
     * @param place without an address if no mail is to be sent
     */
    record RecordLink(PersonId person, LinkPurpose purpose, LinkPlace place) implements PersonCommand<MadeLink> {}

    /** Answers what a sign-in or a link needs to know of a person. It changes nothing. */
    record ReadPerson(PersonId person) implements PersonCommand<PersonData> {}

    /**
     * Decides on a password, and on a code.
     *
     * @param needsCodes whether the person's role needs codes of an app
     */
    record SignInAtConsole(
            PersonId person,
            boolean isRight,
            int password,
            @Nullable GivenCode code,
            boolean needsCodes,
            @Nullable Long newStep,
            @Nullable NewCodes newCodes)
            implements PersonCommand<SignInAnswer> {}

    /** Sets a password by a link that was checked to be ours. */
    record SetPassword(
            PersonId person,
            int generation,
            String passwordHash,
            @Nullable GivenCode code,
            boolean needsCodes,
            @Nullable Long newStep,
            @Nullable NewCodes newCodes)
            implements PersonCommand<PasswordAnswer> {
        @Override
        public String toString() {
            return "SetPassword[" + person + ", " + generation + "]";
        }
    }

    /** Records a set-up whose code was checked. */
    record RecordCodes(PersonId person, int generation, long step, List<String> recoveryHashes)
            implements PersonCommand<PersonRef> {
        public RecordCodes {
            recoveryHashes = List.copyOf(recoveryHashes);
        }
    }

    /**
     * Sends the mail of a link.
     *
     * @param position the position of the link's event, which says where the link leads
     * @param madeAt the time of the event
     */
    record DeliverLinkMail(PersonId person, int generation, long position, Instant madeAt)
            implements PersonCommand<LinkMail> {}

    /** Answers whether a mail has to be sent still. It changes nothing. */
    record ReadLinkMail(PersonId person, int generation) implements PersonCommand<LinkMail> {}

    /** Records how the delivery of a mail ended. */
    record EndLinkMail(PersonId person, int generation, DeliveryOutcome outcome) implements PersonCommand<LinkMail> {}
}
