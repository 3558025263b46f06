package encore.query.idols;

import encore.kernel.idols.IdolEventCriteria;
import encore.kernel.idols.IdolEventStart;
import encore.kernel.idols.IdolEventsQuery.Called;
import encore.kernel.idols.IdolEventsQuery.FindIdolEventStarts;
import java.time.LocalDate;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An idol event as it is looked for.
 *
 * @param changed a position that its last change is not behind
 * @param displayDate that it is shown on
 */
record FoundIdolEvent(
        IdolEventStart start,
        long changed,
        LocalDate displayDate,
        @Nullable String idolUid,
        @Nullable String performanceUid,
        @Nullable String labelName) {

    /** The day that it begins on, by the clocks there. */
    LocalDate begins() {
        return start.begins().toLocalDate();
    }

    /** Whether it is, but for the days between which it is to begin. */
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
