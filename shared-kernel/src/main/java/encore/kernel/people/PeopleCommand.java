package encore.kernel.people;

import encore.kernel.Command;
import org.jspecify.annotations.Nullable;

/** Everything that can be asked of the roles and states of an account's people. */
public sealed interface PeopleCommand<R> extends Command<R> {

    PeopleId people();

    @Override
    default PeopleId stream() {
        return people();
    }

    /** Adds a person whose data is recorded. It is a step of an invitation. */
    record AddPerson(PeopleId people, String personUid, Role role) implements PeopleCommand<PersonRef> {}

    /**
     * Changes the role of a person, or disables the person.
     *
     * @param role null leaves it as it is
     * @param isDisabled null leaves it as it is
     */
    record ChangeStanding(
            PeopleId people,
            String personUid,
            @Nullable Role role,
            @Nullable Boolean isDisabled) implements PeopleCommand<PersonRef> {}

    /**
     * Notes that a person has a new password: the first one accepts the invitation, and a later one ends all sessions. A
     * repeat changes nothing.
     *
     * @param password the number of the password
     */
    record AdmitPerson(PeopleId people, String personUid, int password) implements PeopleCommand<PersonStanding> {}

    /** Ends all sessions of a person. Every gateway knows it within a second. */
    record EndPersonSessions(PeopleId people, String personUid) implements PeopleCommand<PersonRef> {}

    /** Removes a person from the account. Its data is erased next. */
    record RemovePerson(PeopleId people, String personUid) implements PeopleCommand<PersonRef> {}

    /** Removes a person whose data is erased, such as after a restore. An automation alone sends it. */
    record ForgetPerson(PeopleId people, String personUid) implements PeopleCommand<PersonRef> {}

    /** Answers how a person stands. It changes nothing. */
    record ReadStanding(PeopleId people, String personUid) implements PeopleCommand<PersonStanding> {}

    /** Allows or forbids that key pairs sign in at the console. */
    record SwitchConsoleKeys(PeopleId people, boolean isAllowed) implements PeopleCommand<ConsoleAccess> {}
}
