package encore.query.updates;

import encore.infra.eventstore.Recorded;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Index;
import encore.infra.views.Views;
import encore.infra.views.Where;
import encore.kernel.Event;
import encore.kernel.StreamId;
import encore.kernel.idols.IdolEventsEvent;
import encore.kernel.idols.IdolsEvent;
import encore.kernel.performances.PerformanceEvent;
import encore.kernel.tickets.TicketEventDetails;
import encore.kernel.tickets.TicketEventsEvent;
import encore.kernel.tickets.TicketEventsEvent.TicketEventChanged;
import encore.kernel.tickets.TicketEventsEvent.TicketEventCurated;
import encore.kernel.tickets.TicketEventsEvent.TicketEventMade;
import encore.kernel.tickets.TicketEventsEvent.TicketEventRemoved;
import encore.kernel.updates.ChangedThings;
import encore.kernel.updates.UpdateKind;
import encore.kernel.updates.UpdatesQuery.FindChangedThings;
import encore.kernel.venues.VenueEvent;
import encore.query.projection.Keyset;
import encore.query.projection.Projection;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Keeps the last change of each performance, idol, idol event, venue and ticket event, including removed ones. */
@Component
class UpdatesProjection implements Projection.Segmented {

    static final String NAME = "updates";

    private static final Collection<Changed> CHANGED =
            Collection.of("changed", Changed.class, Index.on("account", "kind", "at"));
    private static final Keyset<Changed> BY_TIME = Keyset.byTime(CHANGED, "at", Changed::at);

    /**
     * The last change of a record.
     *
     * @param removed whether the record was removed
     * @param shownBy for a ticket event, the uids of all performances that have ever shown it, because a change may move
     *     it; null for other kinds
     */
    record Changed(
            long account,
            UpdateKind kind,
            String uid,
            Instant at,
            boolean removed,
            @Nullable List<String> shownBy) {

        /** Returns the uids of the records that this change affects. */
        Stream<String> shown() {
            return shownBy == null ? Stream.of(uid) : shownBy.stream();
        }
    }

    /** Revision 1 added ticket events. */
    @Override
    public int revision() {
        return 1;
    }

    @Override
    public Views.Shape shape() {
        return new Views.Shape(NAME, List.of(CHANGED));
    }

    @Override
    public Stream<String> keys(Recorded recorded) {
        return switch (recorded.event()) {
            case PerformanceEvent event -> Stream.of(event.performance().toString());
            case IdolsEvent event -> Stream.of(event.idol().toString());
            case IdolEventsEvent event -> Stream.of(event.idolEvent().toString());
            case VenueEvent event -> Stream.of(event.venue().toString());
            case TicketEventsEvent event -> Stream.of(event.ticketEvent().toString());
            default -> Stream.empty();
        };
    }

    @EventHandler
    void on(PerformanceEvent event, Recorded recorded, Documents.Batch documents) {
        put(event.performance(), UpdateKind.PERFORMANCE, event.performance().uid(), recorded, documents);
    }

    @EventHandler
    void on(IdolsEvent event, Recorded recorded, Documents.Batch documents) {
        put(event.idol(), UpdateKind.IDOL, event.idol().uid(), recorded, documents);
    }

    @EventHandler
    void on(IdolEventsEvent event, Recorded recorded, Documents.Batch documents) {
        put(event.idolEvent(), UpdateKind.IDOL_EVENT, event.idolEvent().uid(), recorded, documents);
    }

    @EventHandler
    void on(VenueEvent event, Recorded recorded, Documents.Batch documents) {
        put(event.venue(), UpdateKind.VENUE, event.venue().uid(), recorded, documents);
    }

    @EventHandler
    void on(TicketEventsEvent event, Recorded recorded, Documents.Batch documents) {
        StreamId id = event.ticketEvent();
        Changed before = documents.get(CHANGED, id.toString());
        List<String> shownBy = Stream.concat(
                        before == null ? Stream.empty() : before.shown(), performance(event).stream())
                .distinct()
                .toList();
        if (!shownBy.isEmpty()) {
            documents.put(
                    CHANGED,
                    id.toString(),
                    new Changed(
                            id.account(),
                            UpdateKind.TICKETS,
                            event.ticketEvent().uid(),
                            recorded.at(),
                            false,
                            shownBy));
        }
    }

    private static Optional<String> performance(TicketEventsEvent event) {
        TicketEventDetails details = switch (event) {
            case TicketEventMade made -> made.details();
            case TicketEventChanged changed -> changed.details();
            case TicketEventCurated curated -> curated.details();
            case TicketEventRemoved removed -> null;
        };
        return Optional.ofNullable(details).map(TicketEventDetails::performanceUid);
    }

    private static void put(StreamId id, UpdateKind kind, String uid, Recorded recorded, Documents.Batch documents) {
        boolean removed = recorded.event() instanceof Event.Ending;
        documents.put(CHANGED, id.toString(), new Changed(id.account(), kind, uid, recorded.at(), removed, null));
    }

    @QueryHandler
    ChangedThings find(FindChangedThings query, Documents documents) {
        Where wanted = Where.all(
                Where.equal("account", query.account()),
                Where.equal("kind", query.kind().name()),
                new Where.Range("at", query.since(), true, null, false));
        Map<Boolean, List<String>> found = BY_TIME.all(documents, wanted)
                .collect(Collectors.partitioningBy(
                        Changed::removed, Collectors.flatMapping(Changed::shown, Collectors.toList())));
        return new ChangedThings(found.getOrDefault(false, List.of()), found.getOrDefault(true, List.of()));
    }
}
