package encore.api.people;

import encore.api.keys.ActivePerson;
import encore.api.keys.KeyRegistry;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.people.PeopleCommand.EndPersonSessions;
import encore.kernel.people.Person;
import encore.kernel.people.PersonId;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** Waits until this gateway knows of changes to people, so that the caller's next call is judged by them. */
@Component
class KnownPeople {

    private final Backend backend;
    private final KeyRegistry keyRegistry;

    KnownPeople(Backend backend, KeyRegistry keyRegistry) {
        this.backend = backend;
        this.keyRegistry = keyRegistry;
    }

    /** Completes when the person is known as it was found. */
    Mono<Void> whenAs(PersonId id, Person found) {
        return found.isAccepted() && !found.isDisabled()
                ? keyRegistry.whenPerson(id, known -> known != null && known.role() == found.role())
                : whenGone(id);
    }

    /** Completes when the person is not admitted any more. */
    Mono<Void> whenGone(PersonId id) {
        return keyRegistry.whenPerson(id, known -> known == null);
    }

    /** Ends all sessions of a person. */
    Mono<Void> endSessions(Caller caller, PersonId id) {
        return Mono.defer(() -> {
            ActivePerson before = keyRegistry.findPerson(id);
            int generation = before == null ? 0 : before.generation();
            return backend.send(caller, new EndPersonSessions(id.people(), id.uid()))
                    .then(
                            before == null
                                    ? Mono.<Void>empty()
                                    : keyRegistry.whenPerson(
                                            id, known -> known == null || known.generation() > generation));
        });
    }
}
