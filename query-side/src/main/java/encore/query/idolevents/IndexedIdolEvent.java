package encore.query.idolevents;

import encore.kernel.idolevents.IdolEventCriteria;
import encore.kernel.idolevents.IdolEventStart;
import encore.kernel.idolevents.IdolEventsQuery.FindIdolEventStarts;
import encore.kernel.idolevents.IdolEventsQuery.IdolsAndVenues;
import java.time.LocalDate;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The searchable part of an idol event, kept in memory.
 *
 * @param changed a position at or after its last change
 * @param displayDate the day on which it is shown
 */
record IndexedIdolEvent(
        IdolEventStart start,
        long changed,
        LocalDate displayDate,
        @Nullable String idolUid,
        @Nullable String performanceUid,
        @Nullable String labelName) {

    /** Returns the local day on which it begins. */
    LocalDate startDate() {
        return start.begins().toLocalDate();
    }

    /** Returns whether it meets the query, except for the range of days, which the caller has applied. */
    boolean matches(FindIdolEventStarts query) {
        IdolEventCriteria criteria = query.criteria();
        return isNullOrEqual(criteria.idolUid(), idolUid)
                && isNullOrEqual(criteria.performanceUid(), performanceUid)
                && isNullOrEqual(criteria.labelName(), labelName)
                && isNullOrEqual(criteria.displayDate(), displayDate)
                && (query.venueUids() == null || isAt(query.venueUids()))
                && (query.idolsAndVenues() == null || isNamed(query.idolsAndVenues()));
    }

    private static boolean isNullOrEqual(@Nullable Object wanted, @Nullable Object value) {
        return wanted == null || wanted.equals(value);
    }

    private boolean isAt(Set<String> venues) {
        return start.venueUid() != null && venues.contains(start.venueUid());
    }

    private boolean isNamed(IdolsAndVenues idolsAndVenues) {
        return idolUid != null && idolsAndVenues.idolUids().contains(idolUid) || isAt(idolsAndVenues.venueUids());
    }
}
