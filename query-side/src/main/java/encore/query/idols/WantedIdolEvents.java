package encore.query.idols;

import encore.infra.views.Where;
import encore.kernel.idols.IdolEventCriteria;
import encore.kernel.idols.IdolEventsQuery.Called;
import encore.kernel.idols.IdolEventsQuery.FindIdolEventStarts;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Says what a search for idol events means in documents: which walks of an index meet them, some of them twice. */
final class WantedIdolEvents {

    static final String DAY = "thing.day";
    static final String IDOL = "thing.details.idolUid";
    static final String VENUE = "thing.details.venueUid";
    static final String PERFORMANCE = "thing.details.performanceUid";
    static final String LABEL = "thing.details.labelName";
    static final String DISPLAY_DAY = "thing.displayDay";

    /** So many idols or venues are each walked by itself; of more, all events are looked through once. */
    private static final int FEW = 500;

    private final FindIdolEventStarts query;
    private final List<Where> all = new ArrayList<>();
    private final boolean indexed;

    WantedIdolEvents(FindIdolEventStarts query) {
        this.query = query;
        IdolEventCriteria criteria = query.criteria();
        all.add(Where.equal("account", query.account()));
        this.indexed = equal(IDOL, criteria.idolUid())
                | equal(PERFORMANCE, criteria.performanceUid())
                | equal(LABEL, criteria.labelName());
        LocalDate shown = criteria.displayDate();
        if (shown != null) {
            all.add(days(shown, shown.plusDays(1)));
            all.add(Where.equal(DISPLAY_DAY, shown.toEpochDay()));
        }
        if (criteria.from() != null || criteria.to() != null) {
            all.add(days(criteria.from(), criteria.to()));
        }
    }

    private boolean equal(String field, @Nullable String value) {
        if (value != null) {
            all.add(Where.equal(field, value));
        }
        return value != null;
    }

    private static Where days(@Nullable LocalDate from, @Nullable LocalDate to) {
        return new Where.Range(
                DAY, from == null ? null : from.toEpochDay(), true, to == null ? null : to.toEpochDay(), true);
    }

    /** What is wanted of many idols or venues is a condition; of few, each begins a walk of its own. */
    Stream<Where> walks() {
        Stream<Where> walks = Stream.of(all).map(Where.And::new);
        boolean begun = indexed;
        Set<String> venues = query.venueUids();
        if (venues != null && !begun && venues.size() <= FEW) {
            walks = each(VENUE, venues);
            begun = true;
        } else if (venues != null) {
            all.add(new Where.In(VENUE, List.copyOf(venues)));
        }
        Called called = query.called();
        if (called != null
                && !begun
                && called.idolUids().size() + called.venueUids().size() <= FEW) {
            walks = Stream.concat(each(IDOL, called.idolUids()), each(VENUE, called.venueUids()));
        } else if (called != null) {
            all.add(Where.any(
                    new Where.In(IDOL, List.copyOf(called.idolUids())),
                    new Where.In(VENUE, List.copyOf(called.venueUids()))));
        }
        return walks;
    }

    /** Made when it is walked: with all conditions. */
    private Stream<Where> each(String field, Set<String> values) {
        return values.stream().map(value -> Where.all(new Where.And(all), Where.equal(field, value)));
    }
}
