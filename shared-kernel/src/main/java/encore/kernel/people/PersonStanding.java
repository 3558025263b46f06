package encore.kernel.people;

import encore.kernel.people.PeopleEvent.PersonAccepted;
import encore.kernel.people.PeopleEvent.PersonAdded;
import encore.kernel.people.PeopleEvent.PersonDisabled;
import encore.kernel.people.PeopleEvent.PersonEnabled;
import encore.kernel.people.PeopleEvent.PersonRoleChanged;
import encore.kernel.people.PeopleEvent.PersonSessionsEnded;
import org.jspecify.annotations.Nullable;

/**
 * How a person stands in an account.
 *
 * @param isAccepted whether the invitation was accepted, so that the person has a password
 * @param generation rises when all sessions of the person end; those of an earlier generation are refused
 * @param password the number of the newest password that the account's people know of; 0 for none
 */
public record PersonStanding(
        String personUid, Role role, boolean isAccepted, boolean isDisabled, int generation, int password) {

    /** Whether the person can sign in now. */
    public boolean mayEnter() {
        return isAccepted && !isDisabled;
    }

    /** Whether the person can sign in now as an owner. An account keeps at least one such person. */
    public boolean isActiveOwner() {
        return role == Role.OWNER && mayEnter();
    }

    /**
     * Returns the standing after an event of this person; null when the person is removed.
     *
     * @param before null before the person was added
     */
    public static @Nullable PersonStanding after(PeopleEvent.OfPerson event, @Nullable PersonStanding before) {
        if (event instanceof PersonAdded added) {
            return new PersonStanding(added.personUid(), added.role(), false, false, 1, 0);
        }
        if (before == null) {
            return null;
        }
        return switch (event) {
            case PersonAccepted accepted ->
                new PersonStanding(before.personUid, before.role, true, before.isDisabled, before.generation, 1);
            case PersonRoleChanged changed ->
                new PersonStanding(
                        before.personUid,
                        changed.role(),
                        before.isAccepted,
                        before.isDisabled,
                        changed.generation(),
                        before.password);
            case PersonDisabled disabled -> before.disabled(true, disabled.generation());
            case PersonEnabled enabled -> before.disabled(false, before.generation);
            case PersonSessionsEnded ended ->
                new PersonStanding(
                        before.personUid,
                        before.role,
                        before.isAccepted,
                        before.isDisabled,
                        ended.generation(),
                        ended.password() == null ? before.password : ended.password());
            default -> null;
        };
    }

    private PersonStanding disabled(boolean now, int nextGeneration) {
        return new PersonStanding(personUid, role, isAccepted, now, nextGeneration, password);
    }

    /**
     * Returns the generation of the person's sessions in another role: the next one if it lacks a right of the present
     * role, or needs a second factor and the present one does not.
     */
    public int generationAs(Role other) {
        boolean endsSessions = other.lacksRightOf(role) || other.needsSecondFactor() && !role.needsSecondFactor();
        return endsSessions ? generation + 1 : generation;
    }
}
