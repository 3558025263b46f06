package encore.command.people;

import static encore.kernel.Refusal.Kind.CONFLICT;
import static encore.kernel.Refusal.Kind.RULE;
import static org.axonframework.modelling.command.AggregateCreationPolicy.CREATE_IF_MISSING;
import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import encore.infra.eventstore.Streams;
import encore.kernel.Refusal;
import encore.kernel.accounts.AccountId;
import encore.kernel.people.ConsoleAccess;
import encore.kernel.people.PeopleCommand.AddPerson;
import encore.kernel.people.PeopleCommand.AdmitPerson;
import encore.kernel.people.PeopleCommand.ChangeStanding;
import encore.kernel.people.PeopleCommand.EndPersonSessions;
import encore.kernel.people.PeopleCommand.ForgetPerson;
import encore.kernel.people.PeopleCommand.ReadStanding;
import encore.kernel.people.PeopleCommand.RemovePerson;
import encore.kernel.people.PeopleCommand.SwitchConsoleKeys;
import encore.kernel.people.PeopleEvent.ConsoleKeysSwitched;
import encore.kernel.people.PeopleEvent.OfPerson;
import encore.kernel.people.PeopleEvent.PersonAccepted;
import encore.kernel.people.PeopleEvent.PersonAdded;
import encore.kernel.people.PeopleEvent.PersonDisabled;
import encore.kernel.people.PeopleEvent.PersonEnabled;
import encore.kernel.people.PeopleEvent.PersonRemoved;
import encore.kernel.people.PeopleEvent.PersonRoleChanged;
import encore.kernel.people.PeopleEvent.PersonSessionsEnded;
import encore.kernel.people.PeopleId;
import encore.kernel.people.PersonRef;
import encore.kernel.people.PersonStanding;
import encore.kernel.people.Role;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.modelling.command.AggregateIdentifier;
import org.axonframework.modelling.command.CreationPolicy;
import org.axonframework.spring.stereotype.Aggregate;
import org.jspecify.annotations.Nullable;

/** The people of an account with their roles. One owner can always sign in, as soon as one could. */
@Aggregate
class People {

    @AggregateIdentifier
    private @Nullable PeopleId id;

    private Map<String, PersonStanding> standings = new HashMap<>();

    /** The uids of removed people. None of them comes back, because its data is erased. */
    private Set<String> removed = new HashSet<>();

    private boolean areKeysAllowed = true;

    People() {}

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    PersonRef decide(AddPerson command, Streams streams) {
        streams.mustBeKnown(new AccountId(command.people().account()));
        nobodyHasTheEmail(command.personUid());
        apply(new PersonAdded(command.people(), command.personUid(), command.role()));
        return new PersonRef(command.personUid());
    }

    @CommandHandler
    PersonRef decide(ChangeStanding command) {
        PersonStanding before = known(command.personUid());
        Role role = command.role() == null ? before.role() : command.role();
        boolean isDisabled = command.isDisabled() == null ? before.isDisabled() : command.isDisabled();
        if (role != Role.OWNER) {
            anotherOwnerCanSignIn(before, "role");
        }
        if (isDisabled) {
            anotherOwnerCanSignIn(before, "is_disabled");
        }
        if (role != before.role()) {
            apply(new PersonRoleChanged(command.people(), command.personUid(), role, before.generationAs(role)));
        }
        if (isDisabled != before.isDisabled()) {
            apply(
                    isDisabled
                            ? new PersonDisabled(
                                    command.people(),
                                    command.personUid(),
                                    known(command.personUid()).generation() + 1)
                            : new PersonEnabled(command.people(), command.personUid()));
        }
        return new PersonRef(command.personUid());
    }

    @CommandHandler
    PersonStanding decide(AdmitPerson command) {
        PersonStanding before = known(command.personUid());
        if (!before.isAccepted()) {
            apply(new PersonAccepted(command.people(), command.personUid()));
        } else if (command.password() > before.password()) {
            apply(new PersonSessionsEnded(
                    command.people(), command.personUid(), before.generation() + 1, command.password()));
        }
        return known(command.personUid());
    }

    @CommandHandler
    PersonRef decide(EndPersonSessions command) {
        int next = known(command.personUid()).generation() + 1;
        apply(new PersonSessionsEnded(command.people(), command.personUid(), next, null));
        return new PersonRef(command.personUid());
    }

    @CommandHandler
    PersonRef decide(RemovePerson command) {
        anotherOwnerCanSignIn(known(command.personUid()), "person_uid");
        apply(new PersonRemoved(command.people(), command.personUid()));
        return new PersonRef(command.personUid());
    }

    @CommandHandler
    PersonRef decide(ForgetPerson command) {
        if (standings.containsKey(command.personUid())) {
            apply(new PersonRemoved(command.people(), command.personUid()));
        }
        return new PersonRef(command.personUid());
    }

    @CommandHandler
    PersonStanding decide(ReadStanding command) {
        return known(command.personUid());
    }

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    ConsoleAccess decide(SwitchConsoleKeys command, Streams streams) {
        streams.mustBeKnown(new AccountId(command.people().account()));
        if (command.isAllowed() != areKeysAllowed) {
            anOwnerCanSignInWithoutAKey(command.isAllowed());
            apply(new ConsoleKeysSwitched(command.people(), command.isAllowed()));
        }
        return new ConsoleAccess(command.isAllowed());
    }

    private PersonStanding known(String personUid) {
        PersonStanding standing = standings.get(personUid);
        if (standing == null) {
            throw Refusal.unknown("There is no such person.");
        }
        return standing;
    }

    private void nobodyHasTheEmail(String personUid) {
        if (standings.containsKey(personUid)) {
            throw new Refusal(RULE, "email-taken", "email", "A person with this email is in the account already.");
        }
        if (removed.contains(personUid)) {
            throw new Refusal(
                    CONFLICT, "person-removed", "The former person with this email is being erased: try again.");
        }
    }

    private void anotherOwnerCanSignIn(PersonStanding person, String field) {
        boolean isLast = person.isActiveOwner()
                && standings.values().stream()
                        .noneMatch(other ->
                                other.isActiveOwner() && !other.personUid().equals(person.personUid()));
        if (isLast) {
            throw new Refusal(
                    RULE,
                    "last-owner",
                    field,
                    "This is the last owner who can sign in: make somebody else an owner first.");
        }
    }

    private void anOwnerCanSignInWithoutAKey(boolean isAllowed) {
        if (!isAllowed && standings.values().stream().noneMatch(PersonStanding::isActiveOwner)) {
            throw new Refusal(RULE, "no-owner", "are_keys_allowed", "No owner can sign in yet: invite one first.");
        }
    }

    @EventSourcingHandler
    void evolve(OfPerson event) {
        id = event.people();
        PersonStanding after = PersonStanding.after(event, standings.get(event.personUid()));
        if (after == null) {
            standings.remove(event.personUid());
        } else {
            standings.put(event.personUid(), after);
        }
        if (event instanceof PersonRemoved) {
            removed.add(event.personUid());
        }
    }

    @EventSourcingHandler
    void evolve(ConsoleKeysSwitched event) {
        id = event.people();
        areKeysAllowed = event.isAllowed();
    }
}
