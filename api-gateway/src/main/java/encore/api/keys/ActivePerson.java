package encore.api.keys;

import encore.infra.backend.ControlMessage;
import encore.kernel.people.PersonId;
import encore.kernel.people.Role;

/** A person who may sign in now. */
public final class ActivePerson implements Principal {

    private final ControlMessage.Person person;
    private final String actor;

    ActivePerson(ControlMessage.Person person) {
        this.person = person;
        actor = PersonId.actor(person.personUid());
    }

    @Override
    public long account() {
        return person.account();
    }

    public PersonId id() {
        return new PersonId(person.account(), person.personUid());
    }

    @Override
    public String actor() {
        return actor;
    }

    /** A person's rights follow from the role alone. */
    @Override
    public boolean hasScope(String scope) {
        return true;
    }

    @Override
    public Role role() {
        return person.role();
    }

    /** Whether a session is of the present generation, and was not ended. */
    public boolean isLive(int generation, String session) {
        return generation == person.generation() && !person.endedSessions().contains(session);
    }

    /** Returns the generation that new sessions have. */
    public int generation() {
        return person.generation();
    }
}
