package encore.kernel.people;

import encore.kernel.Event;
import encore.kernel.privacy.NotPersonal;
import encore.kernel.privacy.Secret;
import org.axonframework.serialization.Revision;
import org.jspecify.annotations.Nullable;

/** Everything that can happen to the roles and states of an account's people. Nothing in it is personal. */
public sealed interface PeopleEvent extends Event.ManagementAction {

    PeopleId people();

    /** An event of one person. */
    sealed interface OfPerson extends PeopleEvent {

        String personUid();

        /** Returns the person, whose own events lie in another stream. */
        default PersonId person() {
            return new PersonId(people().account(), personUid());
        }

        @Override
        default String target() {
            return PersonId.actor(personUid());
        }
    }

    /** A person was invited. */
    @Revision("1")
    record PersonAdded(
            PeopleId people, @NotPersonal("a uid of ours") String personUid, Role role) implements OfPerson {}

    /** The person set a password for the first time, and can sign in. */
    @Revision("1")
    record PersonAccepted(
            PeopleId people, @NotPersonal("a uid of ours") String personUid) implements OfPerson {}

    /**
     * The person has another role.
     *
     * @param generation that of the person's sessions from now on; a role that lacks a right of the former one raises it
     */
    @Revision("1")
    record PersonRoleChanged(
            PeopleId people, @NotPersonal("a uid of ours") String personUid, Role role, int generation)
            implements OfPerson {}

    /**
     * The person cannot sign in any more, and the sessions end. It can be undone.
     *
     * @param generation that of the person's sessions from now on
     */
    @Revision("1")
    record PersonDisabled(
            PeopleId people, @NotPersonal("a uid of ours") String personUid, int generation) implements OfPerson {}

    /** The person can sign in again. */
    @Revision("1")
    record PersonEnabled(
            PeopleId people, @NotPersonal("a uid of ours") String personUid) implements OfPerson {}

    /**
     * All sessions of the person ended.
     *
     * @param generation that of the person's sessions from now on
     * @param password the number of the password that ended them; null when somebody ended them
     */
    @Revision("1")
    record PersonSessionsEnded(
            PeopleId people,
            @NotPersonal("a uid of ours") String personUid,
            int generation,
            @Secret @Nullable Integer password)
            implements OfPerson {}

    /** The person belongs to the account no more. Its data is erased next. */
    @Revision("1")
    record PersonRemoved(
            PeopleId people, @NotPersonal("a uid of ours") String personUid) implements OfPerson {}

    /** The account lets key pairs sign in at the console, or does so no more. */
    @Revision("1")
    record ConsoleKeysSwitched(PeopleId people, boolean isAllowed) implements PeopleEvent {
        @Override
        public String target() {
            return people.toString();
        }
    }
}
