package encore.query.updates;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.infra.views.criteria.Index;
import encore.infra.views.criteria.Where;
import encore.kernel.Event;
import encore.kernel.NameKey;
import encore.kernel.StreamId;
import encore.kernel.idolevents.IdolEventsEvent;
import encore.kernel.idols.IdolId;
import encore.kernel.idols.IdolsEvent;
import encore.kernel.idols.IdolsEvent.IdolAdded;
import encore.kernel.idols.IdolsEvent.IdolChanged;
import encore.kernel.idols.IdolsEvent.IdolPresented;
import encore.kernel.idols.IdolsEvent.IdolRemoved;
import encore.kernel.performances.PerformanceEvent;
import encore.kernel.tickets.ticketevents.TicketEventDetails;
import encore.kernel.tickets.ticketevents.TicketEventsEvent;
import encore.kernel.tickets.ticketevents.TicketEventsEvent.TicketEventChanged;
import encore.kernel.tickets.ticketevents.TicketEventsEvent.TicketEventCurated;
import encore.kernel.tickets.ticketevents.TicketEventsEvent.TicketEventMade;
import encore.kernel.tickets.ticketevents.TicketEventsEvent.TicketEventRemoved;
import encore.kernel.updates.ChangedUids;
import encore.kernel.updates.UpdateKind;
import encore.kernel.updates.UpdatesQuery.FindChangedUids;
import encore.kernel.venues.VenueEvent;
import encore.query.documents.Keyset;
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

/**
 * Keeps the last change of each performance, idol, idol event, venue and ticket event, including removed ones, and the
 * last change of each idol's name.
 */
@Component
class UpdatesProjection implements Projection.Partitioned {

    static final String NAME = "updates";

    private static final Collection<LastChange> CHANGED =
            Collection.of("changed", LastChange.class, Index.on("account", "kind", "at"));
    private static final Keyset<LastChange> BY_TIME = Keyset.byTime(CHANGED, "at", LastChange::at);

    /**
     * The last change of a record.
     *
     * @param removed whether the record was removed
     * @param shownBy for a ticket event, the uids of all performances that have ever shown it, because a change may move
     *     it; for the name of an idol, all names that the idol has ever had as they are compared, the present one last;
     *     null for other kinds
     */
    record LastChange(
            long account,
            UpdateKind kind,
            String uid,
            Instant at,
            boolean removed,
            @Nullable List<String> shownBy) {

        /** Returns the uids of the records that this change affects. */
        Stream<String> recordUids() {
            return shownBy == null ? Stream.of(uid) : shownBy.stream();
        }
    }

    /** Revision 1 added ticket events, revision 2 the names of idols, revision 3 compares them without space. */
    @Override
    public int revision() {
        return 3;
    }

    @Override
    public Views.Shape shape() {
        return new Views.Shape(NAME, List.of(CHANGED));
    }

    @Override
    public Stream<String> keys(RecordedEvent recordedEvent) {
        return switch (recordedEvent.event()) {
            case PerformanceEvent event -> Stream.of(event.performance().toString());
            case IdolsEvent event -> Stream.of(event.idol().toString(), nameDocument(event.idol()));
            case IdolEventsEvent event -> Stream.of(event.idolEvent().toString());
            case VenueEvent event -> Stream.of(event.venue().toString());
            case TicketEventsEvent event -> Stream.of(event.ticketEvent().toString());
            default -> Stream.empty();
        };
    }

    @EventHandler
    void on(PerformanceEvent event, RecordedEvent recordedEvent, Documents.Batch documents) {
        put(event.performance(), UpdateKind.PERFORMANCE, event.performance().uid(), recordedEvent, documents);
    }

    @EventHandler
    void on(IdolsEvent event, RecordedEvent recordedEvent, Documents.Batch documents) {
        put(event.idol(), UpdateKind.IDOL, event.idol().uid(), recordedEvent, documents);
        switch (event) {
            case IdolAdded added -> putName(added.idol(), added.profile().idolName(), recordedEvent, documents);
            case IdolChanged changed ->
                putName(changed.idol(), changed.profile().idolName(), recordedEvent, documents);
            case IdolRemoved removed -> putName(removed.idol(), null, recordedEvent, documents);
            case IdolPresented presented -> {}
        }
    }

    private static String nameDocument(IdolId idol) {
        return "name." + idol;
    }

    /**
     * Notes that an idol has another name, or no name any more. The document stays with the idol, because two idols of
     * one name may be in different partitions.
     */
    private static void putName(
            IdolId idol, @Nullable String name, RecordedEvent recordedEvent, Documents.Batch documents) {
        String id = nameDocument(idol);
        LastChange before = documents.get(CHANGED, id);
        List<String> names = before == null ? List.of() : before.recordUids().toList();
        String key = name == null ? null : NameKey.compared(name).text();
        boolean isSame = key == null
                ? names.isEmpty()
                : !names.isEmpty() && names.getLast().equals(key);
        if (isSame) {
            return;
        }
        List<String> after = key == null
                ? names
                : Stream.concat(names.stream().filter(one -> !one.equals(key)), Stream.of(key))
                        .toList();
        documents.put(
                CHANGED,
                id,
                new LastChange(idol.account(), UpdateKind.IDOL_NAME, idol.uid(), recordedEvent.at(), false, after));
    }

    @EventHandler
    void on(IdolEventsEvent event, RecordedEvent recordedEvent, Documents.Batch documents) {
        put(event.idolEvent(), UpdateKind.IDOL_EVENT, event.idolEvent().uid(), recordedEvent, documents);
    }

    @EventHandler
    void on(VenueEvent event, RecordedEvent recordedEvent, Documents.Batch documents) {
        put(event.venue(), UpdateKind.VENUE, event.venue().uid(), recordedEvent, documents);
    }

    @EventHandler
    void on(TicketEventsEvent event, RecordedEvent recordedEvent, Documents.Batch documents) {
        StreamId id = event.ticketEvent();
        LastChange before = documents.get(CHANGED, id.toString());
        List<String> shownBy = Stream.concat(
                        before == null ? Stream.empty() : before.recordUids(), performance(event).stream())
                .distinct()
                .toList();
        if (!shownBy.isEmpty()) {
            documents.put(
                    CHANGED,
                    id.toString(),
                    new LastChange(
                            id.account(),
                            UpdateKind.TICKETS,
                            event.ticketEvent().uid(),
                            recordedEvent.at(),
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

    private static void put(
            StreamId id, UpdateKind kind, String uid, RecordedEvent recordedEvent, Documents.Batch documents) {
        boolean removed = recordedEvent.event() instanceof Event.FinalEvent;
        documents.put(
                CHANGED, id.toString(), new LastChange(id.account(), kind, uid, recordedEvent.at(), removed, null));
    }

    @QueryHandler
    ChangedUids find(FindChangedUids query, Documents documents) {
        Where condition = Where.all(
                Where.equal("account", query.account()),
                Where.equal("kind", query.kind().name()),
                new Where.Range("at", query.since(), true, null, false));
        Map<Boolean, List<String>> found = BY_TIME.all(documents, condition)
                .collect(Collectors.partitioningBy(
                        LastChange::removed, Collectors.flatMapping(LastChange::recordUids, Collectors.toList())));
        return new ChangedUids(found.getOrDefault(false, List.of()), found.getOrDefault(true, List.of()));
    }
}
