package encore.query.shows.stats;

import encore.infra.views.criteria.Index;
import encore.infra.views.criteria.Where;
import encore.kernel.points.ledgers.SecondRange;
import java.util.ArrayList;
import java.util.List;

/** The walk of a show's rows by time, which all its statistics share. */
final class ShowTimes {

    private static final String ACCOUNT = "account";
    private static final String PAGE_TAB = "pageTabId";

    private ShowTimes() {}

    /** @param time the field with the beginning of a row */
    static Index index(String time) {
        return Index.on(ACCOUNT, PAGE_TAB, time);
    }

    /** Returns the condition for the rows of a show that begin in a range. */
    static Where within(long account, long pageTabId, String time, SecondRange seconds, Where... more) {
        List<Where> all = new ArrayList<>(List.of(more));
        all.addFirst(Where.equal(PAGE_TAB, pageTabId));
        all.addFirst(Where.equal(ACCOUNT, account));
        all.add(new Where.Range(time, seconds.firstInstant(), true, seconds.endExclusive(), false));
        return new Where.And(all);
    }
}
