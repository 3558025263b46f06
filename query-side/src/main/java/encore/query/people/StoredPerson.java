package encore.query.people;

import encore.infra.backend.ControlMessage;
import encore.infra.eventstore.RecordedEvent;
import encore.kernel.accounts.EndedSession;
import encore.kernel.people.PeopleEvent;
import encore.kernel.people.Person;
import encore.kernel.people.PersonId;
import encore.kernel.people.PersonStanding;
import encore.kernel.people.signin.PersonEvent;
import encore.kernel.people.signin.PersonEvent.PersonCodesRemoved;
import encore.kernel.people.signin.PersonEvent.PersonCodesSet;
import encore.kernel.people.signin.PersonEvent.PersonErased;
import encore.kernel.people.signin.PersonEvent.PersonNamed;
import encore.kernel.people.signin.PersonEvent.PersonRecorded;
import encore.kernel.people.signin.PersonEvent.PersonSessionEnded;
import encore.kernel.people.signin.PersonEvent.PersonSignedIn;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A person with what gateways need to let them in.
 *
 * @param standing null before the account's people name the person, and after they removed it
 * @param endedSessions sessions of the present generation that were ended one by one
 * @param position the position of the person's first event, for the order of lists
 */
@RecordBuilder
record StoredPerson(
        long account,
        String personUid,
        @Nullable String email,
        @Nullable String name,
        boolean hasCodes,
        @Nullable PersonStanding standing,
        List<EndedSession> endedSessions,
        Instant recordedAt,
        @Nullable Instant lastSignIn,
        long position) {

    StoredPerson {
        endedSessions = List.copyOf(endedSessions);
    }

    private StoredPersonBuilder copy() {
        return StoredPersonBuilder.builder(this);
    }

    PersonId id() {
        return new PersonId(account, personUid);
    }

    /** Returns the person after an event of the person's own; null when it is erased, or unknown. */
    static @Nullable StoredPerson after(PersonEvent event, RecordedEvent recordedEvent, @Nullable StoredPerson before) {
        if (event instanceof PersonRecorded recorded) {
            PersonId person = recorded.person();
            return new StoredPerson(
                    person.account(),
                    person.uid(),
                    recorded.email(),
                    recorded.name(),
                    false,
                    null,
                    List.of(),
                    recordedEvent.at(),
                    null,
                    recordedEvent.position());
        }
        if (before == null) {
            return null;
        }
        return switch (event) {
            case PersonNamed named -> before.copy().name(named.name()).build();
            case PersonCodesSet set -> before.copy().hasCodes(true).build();
            case PersonCodesRemoved removed -> before.copy().hasCodes(false).build();
            case PersonSignedIn signedIn ->
                before.copy().lastSignIn(recordedEvent.at()).build();
            case PersonSessionEnded ended -> before.withEnded(ended, recordedEvent.at());
            case PersonErased erased -> null;
            default -> before;
        };
    }

    /** Adds an ended session, and removes those that have ended by themselves by now. */
    private StoredPerson withEnded(PersonSessionEnded event, Instant at) {
        Stream<EndedSession> others = endedSessions.stream()
                .filter(other -> !other.session().equals(event.session()) && other.until() >= at.getEpochSecond());
        return copy().endedSessions(Stream.concat(others, Stream.of(new EndedSession(event.session(), event.until())))
                        .toList())
                .build();
    }

    /** Returns the person after an event of the account's people. */
    StoredPerson after(PeopleEvent.OfPerson event) {
        PersonStanding now = PersonStanding.after(event, standing);
        boolean isNewGeneration = now == null || standing == null || now.generation() != standing.generation();
        return copy().standing(now)
                .endedSessions(isNewGeneration ? List.of() : endedSessions)
                .build();
    }

    /** Returns the person in lists. */
    Person toPerson(PersonStanding known) {
        return new Person(
                personUid,
                email,
                name,
                known.role(),
                known.isAccepted(),
                known.isDisabled(),
                hasCodes,
                recordedAt,
                lastSignIn);
    }

    /** Returns the message that lets the person in, or shuts them out. */
    ControlMessage.OfPeople toControl() {
        return standing == null || !standing.mayEnter()
                ? new ControlMessage.PersonGone(account, personUid)
                : new ControlMessage.Person(
                        account,
                        personUid,
                        standing.role(),
                        standing.generation(),
                        endedSessions.stream().map(EndedSession::session).collect(Collectors.toSet()));
    }
}
