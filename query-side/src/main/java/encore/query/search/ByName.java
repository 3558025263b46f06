package encore.query.search;

import encore.kernel.fans.FanCriteria;
import encore.kernel.fans.FanQuery.FindNamedFans;
import encore.kernel.segments.Chosen;
import encore.query.projection.QueryGateway;
import java.util.ArrayList;
import java.util.List;

/** Finds those of a name before the index is asked: names are known to the text index alone. */
final class ByName {

    private static final int TOGETHER = 1_000;

    private ByName() {}

    static Chosen chosen(long account, FanCriteria criteria, QueryGateway questions) {
        String name = criteria.name();
        if (name == null) {
            return new Chosen(criteria, null);
        }
        List<Long> all = new ArrayList<>();
        List<Long> named;
        do {
            named = questions.ask(new FindNamedFans(account, name, all.isEmpty() ? 0 : all.getLast(), TOGETHER));
            all.addAll(named);
        } while (named.size() == TOGETHER);
        return new Chosen(criteria, all);
    }
}
