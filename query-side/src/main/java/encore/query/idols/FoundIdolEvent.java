package encore.query.idols;

import encore.kernel.idols.IdolEventCriteria;
import encore.kernel.idols.IdolEventStart;
import encore.kernel.idols.IdolEventsQuery.Called;
import encore.kernel.idols.IdolEventsQuery.FindIdolEventStarts;
import java.time.LocalDate;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The searchable part of an idol event, kept in memory.
 *
 * @param changed a position at or after its last change
 * @param displayDate the day on which it is shown
 */
record FoundIdolEvent(
        IdolEventStart start,
        long changed,
        LocalDate displayDate,
        @Nullable String idolUid,
        @Nullable String performanceUid,
        @Nullable String labelName) {

    /** Returns the local day on which it begins. */
    LocalDate begins() {
        return start.begins().toLocalDate();
    }

    /** Returns whether it meets the query, except for the range of days, which the caller has applied. */
    boolean isWanted(FindIdolEventStarts query) {
        IdolEventCriteria criteria = query.criteria();
        return isOrAny(criteria.idolUid(), idolUid)
                && isOrAny(criteria.performanceUid(), performanceUid)
                && isOrAny(criteria.labelName(), labelName)
                && isOrAny(criteria.displayDate(), displayDate)
                && (query.venueUids() == null || isAt(query.venueUids()))
                && (query.called() == null || isOf(query.called()));
    }

    private static boolean isOrAny(@Nullable Object wanted, @Nullable Object value) {
        return wanted == null || wanted.equals(value);
    }

    private boolean isAt(Set<String> venues) {
        return start.venueUid() != null && venues.contains(start.venueUid());
    }

    private boolean isOf(Called called) {
        return idolUid != null && called.idolUids().contains(idolUid) || isAt(called.venueUids());
    }
}
