package encore.query.venues;

import encore.infra.eventstore.Recorded;
import encore.infra.views.Documents;
import encore.infra.views.Index;
import encore.infra.views.Views;
import encore.infra.views.Where;
import encore.kernel.Event;
import encore.kernel.Page;
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
import encore.query.projection.Catalogue;
import encore.query.projection.Keyset;
import encore.query.projection.Listed;
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

    private static final Catalogue<OfAccount> VENUES = Catalogue.of(
            "venues",
            OfAccount.class,
            Index.on("account", "thing.details.venueName", "position"),
            Index.text("thing.details.venueName"));

    private volatile Map<VenueId, OfAccount> memory = new ConcurrentHashMap<>();

    /** A venue with all its changes applied. */
    record OfAccount(String venueUid, VenueDetails details) {

        OfAccount after(VenueChanged event) {
            return new OfAccount(venueUid, event.patch().on(details));
        }

        Venue shown(long account) {
            return Venue.of(new VenueId(account, venueUid), details);
        }
    }

    @Override
    public Views.Shape shape() {
        return new Views.Shape("venues", List.of(VENUES.collection()));
    }

    @EventHandler
    void on(VenueAdded event, Recorded recorded, Documents.Batch documents) {
        VENUES.add(event.venue(), new OfAccount(event.venue().uid(), event.details()), recorded, documents);
    }

    @EventHandler
    void on(VenueChanged event, Recorded recorded, Documents.Batch documents) {
        VENUES.change(event.venue(), venue -> venue.after(event), recorded, documents);
    }

    @EventHandler
    void on(VenueRemoved event, Documents.Batch documents) {
        VENUES.remove(event.venue(), documents);
    }

    /** Loads into a new map, so that readers use the old one until loading is done. */
    @Override
    public void load(Documents documents) {
        Map<VenueId, OfAccount> loaded = new ConcurrentHashMap<>();
        Keyset.byKey(VENUES.collection())
                .all(documents, Where.all())
                .forEach(listed ->
                        loaded.put(new VenueId(listed.account(), listed.thing().venueUid()), listed.thing()));
        memory = loaded;
    }

    @Override
    public void applied(List<Recorded> events) {
        events.forEach(recorded -> remember(recorded.event()));
    }

    private void remember(Event event) {
        switch (event) {
            case VenueAdded added ->
                memory.put(added.venue(), new OfAccount(added.venue().uid(), added.details()));
            case VenueChanged changed -> memory.computeIfPresent(changed.venue(), (id, venue) -> venue.after(changed));
            case VenueRemoved removed -> memory.remove(removed.venue());
            default -> {}
        }
    }

    @QueryHandler
    Page<Venue> find(ListVenues query, Documents documents) {
        return VENUES.page(query.account(), query.paging(), documents).map(VenuesProjection::shown);
    }

    @QueryHandler
    Venue find(FindVenue query, Documents documents) {
        return shown(VENUES.one(new VenueId(query.account(), query.venueUid()), documents));
    }

    @QueryHandler
    List<Venue> find(FindVenues query) {
        return query.venueUids().stream()
                .map(uid -> memory.get(new VenueId(query.account(), uid)))
                .filter(Objects::nonNull)
                .map(venue -> venue.shown(query.account()))
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
                .map(name -> VenueId.parse(name).uid())
                .toList();
    }

    private static Venue shown(Listed<OfAccount> listed) {
        return listed.thing().shown(listed.account());
    }
}
