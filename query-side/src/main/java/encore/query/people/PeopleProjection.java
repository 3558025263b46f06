package encore.query.people;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import encore.infra.backend.ControlMessage;
import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.infra.views.criteria.Index;
import encore.infra.views.criteria.Where;
import encore.kernel.Refusal;
import encore.kernel.people.ConsoleAccess;
import encore.kernel.people.PeopleEvent;
import encore.kernel.people.PeopleEvent.ConsoleKeysSwitched;
import encore.kernel.people.PeopleQuery.FindConsoleAccess;
import encore.kernel.people.PeopleQuery.FindPeople;
import encore.kernel.people.PeopleQuery.FindPerson;
import encore.kernel.people.Person;
import encore.kernel.people.PersonId;
import encore.kernel.people.PersonStanding;
import encore.kernel.people.signin.PersonEvent;
import encore.query.documents.Keyset;
import encore.query.projection.ControlPublisher;
import encore.query.projection.ControlSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Flux;

/** Keeps people with their roles: as documents for lists, and as a control stream that lets them in at every gateway. */
@Component
class PeopleProjection implements ControlSource {

    private static final Collection<StoredPerson> PEOPLE =
            Collection.of("people", StoredPerson.class, Index.on("account", "position"));
    private static final Collection<StoredAccess> ACCESS = Collection.of("console_access", StoredAccess.class);

    private static final Keyset<StoredPerson> OLDEST_FIRST =
            Keyset.byNumber(PEOPLE, "position", StoredPerson::position);

    @GuardedBy("this")
    private final Map<PersonId, StoredPerson> people = new LinkedHashMap<>();

    @GuardedBy("this")
    private final Map<Long, StoredAccess> access = new LinkedHashMap<>();

    private final ControlPublisher publisher = new ControlPublisher();

    record StoredAccess(long account, boolean areKeysAllowed) {

        ControlMessage.ConsoleKeys toControl() {
            return new ControlMessage.ConsoleKeys(account, areKeysAllowed);
        }
    }

    @Override
    public Views.Shape shape() {
        return new Views.Shape("people", List.of(PEOPLE, ACCESS));
    }

    @EventHandler
    void on(PersonEvent event, RecordedEvent recordedEvent, Documents.Batch documents) {
        String key = event.person().toString();
        put(key, StoredPerson.after(event, recordedEvent, documents.get(PEOPLE, key)), documents);
    }

    @EventHandler
    void on(PeopleEvent.OfPerson event, RecordedEvent recordedEvent, Documents.Batch documents) {
        String key = event.person().toString();
        StoredPerson before = documents.get(PEOPLE, key);
        put(key, before == null ? null : before.after(event), documents);
    }

    private static void put(String key, @Nullable StoredPerson after, Documents.Batch documents) {
        if (after == null) {
            documents.remove(PEOPLE, key);
        } else {
            documents.put(PEOPLE, key, after);
        }
    }

    @EventHandler
    void on(ConsoleKeysSwitched event, RecordedEvent recordedEvent, Documents.Batch documents) {
        long account = event.people().account();
        documents.put(ACCESS, Long.toString(account), new StoredAccess(account, event.isAllowed()));
    }

    @QueryHandler
    List<Person> find(FindPeople query, Documents documents) {
        List<Person> found = new ArrayList<>();
        OLDEST_FIRST.all(documents, Where.equal("account", query.account())).forEach(person -> {
            PersonStanding standing = person.standing();
            if (standing != null) {
                found.add(person.toPerson(standing));
            }
        });
        return found;
    }

    @QueryHandler
    Person find(FindPerson query, Documents documents) {
        StoredPerson person = documents.get(PEOPLE, new PersonId(query.account(), query.personUid()).toString());
        PersonStanding standing = person == null ? null : person.standing();
        if (person == null || standing == null) {
            throw Refusal.unknown("There is no such person.");
        }
        return person.toPerson(standing);
    }

    @QueryHandler
    ConsoleAccess find(FindConsoleAccess query, Documents documents) {
        StoredAccess stored = documents.get(ACCESS, Long.toString(query.account()));
        return stored == null ? ConsoleAccess.OPEN : new ConsoleAccess(stored.areKeysAllowed());
    }

    @Override
    public synchronized void load(Documents documents) {
        publisher.disconnectAll();
        people.clear();
        access.clear();
        for (StoredPerson person :
                Keyset.byKey(PEOPLE).all(documents, Where.all()).toList()) {
            people.put(person.id(), person);
        }
        for (StoredAccess one : Keyset.byKey(ACCESS).all(documents, Where.all()).toList()) {
            access.put(one.account(), one);
        }
    }

    @Override
    public synchronized void apply(List<RecordedEvent> events) {
        for (RecordedEvent recordedEvent : events) {
            switch (recordedEvent.event()) {
                case PersonEvent event -> {
                    PersonId person = event.person();
                    change(person, StoredPerson.after(event, recordedEvent, people.get(person)));
                }
                case PeopleEvent.OfPerson event -> {
                    StoredPerson before = people.get(event.person());
                    change(event.person(), before == null ? null : before.after(event));
                }
                case ConsoleKeysSwitched event -> {
                    StoredAccess now = new StoredAccess(event.people().account(), event.isAllowed());
                    access.put(now.account(), now);
                    publisher.publish(now.toControl());
                }
                default -> {}
            }
        }
    }

    /** Publishes what changes for gateways: a sign-in or a name does not. */
    @GuardedBy("this")
    private void change(PersonId person, @Nullable StoredPerson after) {
        StoredPerson before = after == null ? people.remove(person) : people.put(person, after);
        ControlMessage.OfPeople gone = new ControlMessage.PersonGone(person.account(), person.uid());
        ControlMessage.OfPeople was = before == null ? gone : before.toControl();
        ControlMessage.OfPeople is = after == null ? gone : after.toControl();
        if (!is.equals(was)) {
            publisher.publish(is);
        }
    }

    @Override
    public synchronized Flux<ControlMessage> follow(long reached) {
        List<ControlMessage> known = new ArrayList<>();
        people.values().stream()
                .map(StoredPerson::toControl)
                .filter(ControlMessage.Person.class::isInstance)
                .forEach(known::add);
        access.values().forEach(one -> known.add(one.toControl()));
        return publisher.follow(known, reached);
    }
}
