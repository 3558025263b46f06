package encore.query.registrations;

import encore.infra.eventstore.Recorded;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Index;
import encore.infra.views.Views;
import encore.infra.views.Where;
import encore.kernel.Page;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.fans.FanId;
import encore.kernel.fans.FanQuery.RequireFan;
import encore.kernel.registrations.Registrant;
import encore.kernel.registrations.Registration;
import encore.kernel.registrations.RegistrationEvent;
import encore.kernel.registrations.RegistrationEvent.RegistrationChanged;
import encore.kernel.registrations.RegistrationEvent.RegistrationRecorded;
import encore.kernel.registrations.RegistrationId;
import encore.kernel.registrations.RegistrationQuery.ByUid;
import encore.kernel.registrations.RegistrationQuery.FindRegistrationStreams;
import encore.kernel.registrations.RegistrationQuery.FindRegistrationsByUid;
import encore.kernel.registrations.RegistrationQuery.FindToldRegistrations;
import encore.kernel.registrations.RegistrationQuery.FindToldRegistrationsOfFan;
import encore.kernel.registrations.RegistrationQuery.Streams;
import encore.query.projection.FanKeys;
import encore.query.projection.Keyset;
import encore.query.projection.Projection;
import encore.query.projection.QueryGateway;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/**
 * Keeps the latest state of registrations. An erased fan's personal data is removed; the rest of the registration
 * stays.
 */
@Component
class RegistrationsProjection implements Projection {

    private static final Collection<Stored> REGISTRATIONS = Collection.of(
            "registrations",
            Stored.class,
            Index.on("registration.accountId", "registration.registrationTimestamp"),
            Index.on("registration.accountId", "registration.email", "registration.registrationTimestamp"),
            Index.on("registration.accountId", "event", "registration.registrationTimestamp"),
            Index.on("registration.accountId", "registration.fanId", "position"));

    private static final FanKeys OF_FANS = FanKeys.of("of_fans");

    private static final Keyset<Stored> LATEST_FIRST = Keyset.byTime(
                    REGISTRATIONS, "registration.registrationTimestamp", Stored::registeredAt)
            .descending();
    private static final Keyset<Stored> NEWEST_FIRST =
            Keyset.byPosition(REGISTRATIONS, Stored::position).descending();

    /**
     * A registration with the position of its first event.
     *
     * @param position of the event that recorded it
     * @param event the event that the registration is for, in one text
     */
    record Stored(long position, String event, Registration registration) {

        static Stored of(long position, Registration registration) {
            return new Stored(position, registration.event(), registration);
        }

        Instant registeredAt() {
            Instant at = registration.registrationTimestamp();
            return at == null ? Instant.EPOCH : at;
        }
    }

    private final QueryGateway questions;

    RegistrationsProjection(QueryGateway questions) {
        this.questions = questions;
    }

    @Override
    public Views.Shape shape() {
        return new Views.Shape("registrations", List.of(REGISTRATIONS, OF_FANS.collection()));
    }

    @EventHandler
    void on(RegistrationRecorded event, Recorded recorded, Documents.Batch documents) {
        put(event, recorded, documents);
    }

    @EventHandler
    void on(RegistrationChanged event, Recorded recorded, Documents.Batch documents) {
        put(event, recorded, documents);
    }

    private static void put(RegistrationEvent event, Recorded recorded, Documents.Batch documents) {
        String key = event.registration().toString();
        Stored before = documents.get(REGISTRATIONS, key);
        if (before != null && before.registration().fanId() != event.fan().number()) {
            OF_FANS.remove(
                    new FanId(event.fan().account(), before.registration().fanId()), key, documents);
        }
        Registrant registrant = OF_FANS.isErased(event.fan(), documents) ? Registrant.UNSAID : event.registrant();
        Instant created = before == null ? recorded.at() : before.registration().creationTimestamp();
        long position = before == null ? recorded.position() : before.position();
        documents.put(REGISTRATIONS, key, Stored.of(position, Registration.of(event, registrant, created)));
        OF_FANS.add(event.fan(), key, documents);
    }

    @EventHandler
    void on(FanErased event, Recorded recorded, Documents.Batch documents) {
        for (String key : OF_FANS.erase(event.fan(), documents)) {
            Stored left = documents.get(REGISTRATIONS, key);
            if (left != null) {
                documents.put(
                        REGISTRATIONS,
                        key,
                        Stored.of(left.position(), left.registration().withoutPersonalData()));
            }
        }
    }

    @QueryHandler
    List<Registration> find(FindToldRegistrations query, Documents documents) {
        Where wanted = Where.all(
                Where.equal("registration.accountId", query.account()),
                new Where.Range(
                        "registration.registrationTimestamp",
                        query.days().start(),
                        true,
                        query.days().end(),
                        false));
        if (query.email() != null) {
            wanted = Where.all(Where.equal("registration.email", query.email()), wanted);
        }
        if (query.event() != null) {
            wanted = Where.all(Where.equal("event", query.event()), wanted);
        }
        return LATEST_FIRST
                .all(documents, wanted)
                .limit(query.limit())
                .map(Stored::registration)
                .toList();
    }

    @QueryHandler
    Page<Registration> find(FindToldRegistrationsOfFan query, Documents documents) {
        // An erased fan keeps a history.
        questions.ask(RequireFan.everKnown(query.account(), query.fanId()));
        Where ofFan = Where.all(
                Where.equal("registration.accountId", query.account()),
                Where.equal("registration.fanId", query.fanId()));
        return NEWEST_FIRST.page(documents, ofFan, query.paging()).map(Stored::registration);
    }

    @QueryHandler
    Streams find(FindRegistrationStreams query, Documents documents) {
        return new Streams(OF_FANS.of(new FanId(query.account(), query.fanId()), documents));
    }

    @QueryHandler
    ByUid find(FindRegistrationsByUid query, Documents documents) {
        List<String> keys = query.uids().stream()
                .map(uid -> new RegistrationId(query.account(), uid).toString())
                .toList();
        Map<String, Registration> found = new HashMap<>();
        documents
                .getAll(REGISTRATIONS, keys)
                .forEach((key, stored) -> found.put(RegistrationId.parse(key).uid(), stored.registration()));
        return new ByUid(found);
    }
}
