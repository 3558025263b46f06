package encore.kernel.idols;

import encore.kernel.Query;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Everything that can be asked about idol events. */
public sealed interface IdolEventsQuery<R> extends Query<R> {

    /** The uids of idol events, by when they begin. */
    record ListIdolEvents(long account, IdolEventCriteria criteria) implements IdolEventsQuery<List<String>> {}

    /** Some idol events with what they name, in the order asked for; what is not there is left out. */
    record FindIdolEvents(long account, List<String> idolEventUids)
            implements IdolEventsQuery<List<IdolEvent.Managed>> {
        public FindIdolEvents {
            idolEventUids = List.copyOf(idolEventUids);
        }
    }

    /** One idol event with what it names; one that is not there, or not any more, is refused as unknown. */
    record FindIdolEvent(long account, String idolEventUid) implements IdolEventsQuery<IdolEvent.Managed> {}

    /** Some idol events as they were entered, in this order; what is not there is left out. */
    record FindEnteredIdolEvents(long account, List<String> idolEventUids)
            implements IdolEventsQuery<List<EnteredIdolEvent>> {
        public FindEnteredIdolEvents {
            idolEventUids = List.copyOf(idolEventUids);
        }
    }

    /** The idol events that name any of some performances, as they were entered, in any order. */
    record FindIdolEventsOfPerformances(long account, List<String> performanceUids)
            implements IdolEventsQuery<List<EnteredIdolEvent>> {
        public FindIdolEventsOfPerformances {
            performanceUids = List.copyOf(performanceUids);
        }
    }

    /**
     * When idol events begin, in any order.
     *
     * @param criteria of which the names were looked up: those are not asked about here
     * @param venueUids any of these; null for any at all
     * @param called any of these idols, or at any of these venues; null for any at all
     */
    record FindIdolEventStarts(
            long account,
            IdolEventCriteria criteria,
            @Nullable Set<String> venueUids,
            @Nullable Called called) implements IdolEventsQuery<List<IdolEventStart>> {
        public FindIdolEventStarts {
            venueUids = venueUids == null ? null : Set.copyOf(venueUids);
        }
    }

    /** Idols and venues whose names are meant. */
    record Called(Set<String> idolUids, Set<String> venueUids) {
        public Called {
            idolUids = Set.copyOf(idolUids);
            venueUids = Set.copyOf(venueUids);
        }
    }
}
