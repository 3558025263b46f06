package encore.kernel.idolevents;

import encore.kernel.Query;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Everything that can be asked about idol events. */
public sealed interface IdolEventsQuery<R> extends Query<R> {

    /** The uids of idol events, by their start. */
    record ListIdolEvents(long account, IdolEventCriteria criteria) implements IdolEventsQuery<List<String>> {}

    /**
     * Idol events by uid with data of the idol, venue and performance, in the order of the uids. Unknown uids are left
     * out.
     */
    record FindIdolEvents(long account, List<String> idolEventUids)
            implements IdolEventsQuery<List<IdolEvent.Managed>> {
        public FindIdolEvents {
            idolEventUids = List.copyOf(idolEventUids);
        }
    }

    /**
     * One idol event with data of its idol, venue and performance. One that is unknown or removed is refused as
     * unknown.
     */
    record FindIdolEvent(long account, String idolEventUid) implements IdolEventsQuery<IdolEvent.Managed> {}

    /** Idol events by uid as they were entered, in the order of the uids. Unknown uids are left out. */
    record FindEnteredIdolEvents(long account, List<String> idolEventUids)
            implements IdolEventsQuery<List<EnteredIdolEvent>> {
        public FindEnteredIdolEvents {
            idolEventUids = List.copyOf(idolEventUids);
        }
    }

    /** A page of idol events with data of the idol, venue and performance: by addition, or by their names if these are searched. */
    record FindIdolEventPage(long account, Paging.NextKey paging) implements IdolEventsQuery<Page<IdolEvent.Managed>> {}

    /** A page of idol events as they were entered, in the same orders. */
    record FindEnteredIdolEventPage(long account, Paging.NextKey paging)
            implements IdolEventsQuery<Page<EnteredIdolEvent>> {}

    /** The idol events that name any of some performances, as they were entered, in any order. */
    record FindIdolEventsOfPerformances(long account, List<String> performanceUids)
            implements IdolEventsQuery<List<EnteredIdolEvent>> {
        public FindIdolEventsOfPerformances {
            performanceUids = List.copyOf(performanceUids);
        }
    }

    /**
     * The starts of idol events, in any order.
     *
     * @param criteria the criteria, of which names are ignored: they were looked up before
     * @param venueUids the venues to choose from; null for any
     * @param idolsAndVenues the idols and venues of which one must match; null for any
     */
    record FindIdolEventStarts(
            long account,
            IdolEventCriteria criteria,
            @Nullable Set<String> venueUids,
            @Nullable IdolsAndVenues idolsAndVenues)
            implements IdolEventsQuery<List<IdolEventStart>> {
        public FindIdolEventStarts {
            venueUids = venueUids == null ? null : Set.copyOf(venueUids);
        }
    }

    /** The idols and venues whose names match the words of a search. */
    record IdolsAndVenues(Set<String> idolUids, Set<String> venueUids) {
        public IdolsAndVenues {
            idolUids = Set.copyOf(idolUids);
            venueUids = Set.copyOf(venueUids);
        }
    }
}
