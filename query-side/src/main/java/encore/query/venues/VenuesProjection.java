package encore.query.venues;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.infra.views.criteria.Index;
import encore.infra.views.criteria.Where;
import encore.kernel.Event;
import encore.kernel.StreamId;
import encore.kernel.paging.Page;
import encore.kernel.venues.Venue;
import encore.kernel.venues.VenueDetails;
import encore.kernel.venues.VenueEvent.VenueAdded;
import encore.kernel.venues.VenueEvent.VenueChanged;
import encore.kernel.venues.VenueEvent.VenueRemoved;
import encore.kernel.venues.VenueId;
import encore.kernel.venues.VenueQuery.FindVenue;
import encore.kernel.venues.VenueQuery.FindVenues;
import encore.kernel.venues.VenueQuery.FindVenuesNamed;
import encore.kernel.venues.VenueQuery.ListVenues;
import encore.kernel.venues.VenueQuery.SearchVenues;
import encore.query.documents.Catalogue;
import encore.query.documents.CatalogueEntry;
import encore.query.documents.Keyset;
import encore.query.projection.Projection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Keeps the venues of each account, also in memory for joins with performances and events. */
@Component
class VenuesProjection implements Projection.InMemory {

    private static final Catalogue<StoredVenue> VENUES = Catalogue.of(
                    "venues",
                    StoredVenue.class,
                    Index.on("account", "thing.details.venueName", "position"),
                    Index.text("thing.details.venueName"))
            .foundByName(VenueId.class);

    private volatile Map<VenueId, StoredVenue> memory = new ConcurrentHashMap<>();

    /** A venue with all its changes applied. */
    record StoredVenue(String venueUid, VenueDetails details) {

        StoredVenue after(VenueChanged event) {
            return new StoredVenue(venueUid, event.patch().applyTo(details));
        }

        Venue toVenue(long account) {
            return Venue.of(new VenueId(account, venueUid), details);
        }
    }

    @Override
    public Views.Shape shape() {
        return new Views.Shape("venues", List.of(VENUES.collection()));
    }

    @EventHandler
    void on(VenueAdded event, RecordedEvent recordedEvent, Documents.Batch documents) {
        VENUES.add(event.venue(), new StoredVenue(event.venue().uid(), event.details()), recordedEvent, documents);
    }

    @EventHandler
    void on(VenueChanged event, RecordedEvent recordedEvent, Documents.Batch documents) {
        VENUES.change(event.venue(), venue -> venue.after(event), recordedEvent, documents);
    }

    @EventHandler
    void on(VenueRemoved event, Documents.Batch documents) {
        VENUES.remove(event.venue(), documents);
    }

    /** Loads into a new map, so that readers use the old one until loading is done. */
    @Override
    public void load(Documents documents) {
        Map<VenueId, StoredVenue> loaded = new ConcurrentHashMap<>();
        Keyset.byKey(VENUES.collection())
                .all(documents, Where.all())
                .forEach(catalogueEntry -> loaded.put(
                        new VenueId(
                                catalogueEntry.account(), catalogueEntry.thing().venueUid()),
                        catalogueEntry.thing()));
        memory = loaded;
    }

    @Override
    public void apply(List<RecordedEvent> events) {
        events.forEach(recordedEvent -> remember(recordedEvent.event()));
    }

    private void remember(Event event) {
        switch (event) {
            case VenueAdded added ->
                memory.put(added.venue(), new StoredVenue(added.venue().uid(), added.details()));
            case VenueChanged changed -> memory.computeIfPresent(changed.venue(), (id, venue) -> venue.after(changed));
            case VenueRemoved removed -> memory.remove(removed.venue());
            default -> {}
        }
    }

    @QueryHandler
    Page<Venue> find(ListVenues query, Documents documents) {
        return VENUES.page(query.account(), query.paging(), documents).map(VenuesProjection::toVenue);
    }

    @QueryHandler
    Venue find(FindVenue query, Documents documents) {
        return toVenue(VENUES.one(new VenueId(query.account(), query.venueUid()), documents));
    }

    @QueryHandler
    List<Venue> find(FindVenues query) {
        return query.venueUids().stream()
                .map(uid -> memory.get(new VenueId(query.account(), uid)))
                .filter(Objects::nonNull)
                .map(venue -> venue.toVenue(query.account()))
                .toList();
    }

    @QueryHandler
    List<String> find(FindVenuesNamed query, Documents documents) {
        return uids(Where.equal("thing.details.venueName", query.venueName()), query.account(), documents);
    }

    @QueryHandler
    List<String> find(SearchVenues query, Documents documents) {
        return uids(new Where.Contains(query.words()), query.account(), documents);
    }

    private static List<String> uids(Where wanted, long account, Documents documents) {
        return VENUES.names(Where.all(Where.equal("account", account), wanted), documents).stream()
                .map(name -> StreamId.parse(VenueId.class, name).uid())
                .toList();
    }

    private static Venue toVenue(CatalogueEntry<StoredVenue> catalogueEntry) {
        return catalogueEntry.thing().toVenue(catalogueEntry.account());
    }
}
