package encore.query.registrations;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.infra.views.criteria.Index;
import encore.infra.views.criteria.Where;
import encore.kernel.StreamId;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.fans.FanId;
import encore.kernel.fans.FanQuery.RequireFan;
import encore.kernel.paging.Page;
import encore.kernel.registrations.Registrant;
import encore.kernel.registrations.Registration;
import encore.kernel.registrations.RegistrationEvent;
import encore.kernel.registrations.RegistrationEvent.RegistrationChanged;
import encore.kernel.registrations.RegistrationEvent.RegistrationRecorded;
import encore.kernel.registrations.RegistrationId;
import encore.kernel.registrations.RegistrationQuery.FindRegistrationStreams;
import encore.kernel.registrations.RegistrationQuery.FindRegistrationsByUid;
import encore.kernel.registrations.RegistrationQuery.FindStoredRegistrations;
import encore.kernel.registrations.RegistrationQuery.FindStoredRegistrationsOfFan;
import encore.kernel.registrations.RegistrationQuery.RegistrationStreams;
import encore.kernel.registrations.RegistrationQuery.RegistrationsByUid;
import encore.query.documents.FanDocumentKeys;
import encore.query.documents.Keyset;
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

    private static final Collection<StoredRegistration> REGISTRATIONS = Collection.of(
            "registrations",
            StoredRegistration.class,
            Index.on("registration.accountId", "registration.registrationTimestamp"),
            Index.on("registration.accountId", "registration.email", "registration.registrationTimestamp"),
            Index.on("registration.accountId", "event", "registration.registrationTimestamp"),
            Index.on("registration.accountId", "registration.fanId", "position"));

    private static final FanDocumentKeys OF_FANS = FanDocumentKeys.of("of_fans");

    private static final Keyset<StoredRegistration> LATEST_FIRST = Keyset.byTime(
                    REGISTRATIONS, "registration.registrationTimestamp", StoredRegistration::registeredAt)
            .descending();
    private static final Keyset<StoredRegistration> NEWEST_FIRST =
            Keyset.byPosition(REGISTRATIONS, StoredRegistration::position).descending();

    /**
     * A registration with the position of its first event.
     *
     * @param position of the event that recorded it
     * @param event the event that the registration is for, in one text
     */
    record StoredRegistration(long position, String event, Registration registration) {

        static StoredRegistration of(long position, Registration registration) {
            return new StoredRegistration(position, registration.eventClaim(), registration);
        }

        Instant registeredAt() {
            Instant at = registration.registrationTimestamp();
            return at == null ? Instant.EPOCH : at;
        }
    }

    private final QueryGateway queryGateway;

    RegistrationsProjection(QueryGateway queryGateway) {
        this.queryGateway = queryGateway;
    }

    @Override
    public Views.Shape shape() {
        return new Views.Shape("registrations", List.of(REGISTRATIONS, OF_FANS.collection()));
    }

    @EventHandler
    void on(RegistrationRecorded event, RecordedEvent recordedEvent, Documents.Batch documents) {
        put(event, recordedEvent, documents);
    }

    @EventHandler
    void on(RegistrationChanged event, RecordedEvent recordedEvent, Documents.Batch documents) {
        put(event, recordedEvent, documents);
    }

    private static void put(RegistrationEvent event, RecordedEvent recordedEvent, Documents.Batch documents) {
        String key = event.registration().toString();
        StoredRegistration previous = documents.get(REGISTRATIONS, key);
        if (previous != null && previous.registration().fanId() != event.fan().number()) {
            OF_FANS.remove(
                    new FanId(event.fan().account(), previous.registration().fanId()), key, documents);
        }
        Registrant registrant = OF_FANS.isErased(event.fan(), documents) ? Registrant.EMPTY : event.registrant();
        Instant created =
                previous == null ? recordedEvent.at() : previous.registration().creationTimestamp();
        long position = previous == null ? recordedEvent.position() : previous.position();
        documents.put(REGISTRATIONS, key, StoredRegistration.of(position, Registration.of(event, registrant, created)));
        OF_FANS.add(event.fan(), key, documents);
    }

    @EventHandler
    void on(FanErased event, RecordedEvent recordedEvent, Documents.Batch documents) {
        for (String key : OF_FANS.erase(event.fan(), documents)) {
            StoredRegistration left = documents.get(REGISTRATIONS, key);
            if (left != null) {
                documents.put(
                        REGISTRATIONS,
                        key,
                        StoredRegistration.of(
                                left.position(), left.registration().withoutPersonalData()));
            }
        }
    }

    @QueryHandler
    List<Registration> find(FindStoredRegistrations query, Documents documents) {
        Where condition = Where.all(
                Where.equal("registration.accountId", query.account()),
                new Where.Range(
                        "registration.registrationTimestamp",
                        query.days().start(),
                        true,
                        query.days().end(),
                        false));
        if (query.email() != null) {
            condition = Where.all(Where.equal("registration.email", query.email()), condition);
        }
        if (query.event() != null) {
            condition = Where.all(Where.equal("event", query.event()), condition);
        }
        return LATEST_FIRST
                .all(documents, condition)
                .limit(query.limit())
                .map(StoredRegistration::registration)
                .toList();
    }

    @QueryHandler
    Page<Registration> find(FindStoredRegistrationsOfFan query, Documents documents) {
        // An erased fan keeps a history.
        queryGateway.ask(RequireFan.everKnown(query.account(), query.fanId()));
        Where ofFan = Where.all(
                Where.equal("registration.accountId", query.account()),
                Where.equal("registration.fanId", query.fanId()));
        return NEWEST_FIRST.page(documents, ofFan, query.paging()).map(StoredRegistration::registration);
    }

    @QueryHandler
    RegistrationStreams find(FindRegistrationStreams query, Documents documents) {
        return new RegistrationStreams(OF_FANS.of(new FanId(query.account(), query.fanId()), documents));
    }

    @QueryHandler
    RegistrationsByUid find(FindRegistrationsByUid query, Documents documents) {
        List<String> keys = query.uids().stream()
                .map(uid -> new RegistrationId(query.account(), uid).toString())
                .toList();
        Map<String, Registration> found = new HashMap<>();
        documents
                .getAll(REGISTRATIONS, keys)
                .forEach((key, storedRegistration) ->
                        found.put(StreamId.parse(RegistrationId.class, key).uid(), storedRegistration.registration()));
        return new RegistrationsByUid(found);
    }
}
