package encore.query.search;

import encore.kernel.fans.FanCriteria;
import encore.kernel.segments.Chosen;
import encore.query.projection.QueryGateway;

/** Finds those of a name before the index is asked: names are known to the text index alone. */
final class ByName {

    private ByName() {}

    static Chosen chosen(long account, FanCriteria criteria, QueryGateway questions) {
        String name = criteria.name();
        if (name == null) {
            return new Chosen(criteria, null);
        }
        return new Chosen(criteria, new Called(questions, account, name, 0).all());
    }
}
