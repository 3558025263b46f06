package encore.query.search;

import encore.kernel.fans.FanCriteria;
import encore.kernel.segments.Chosen;
import encore.query.projection.QueryGateway;

/**
 * Replaces a name among the criteria by the ids of the fans who have it, before the fan index is asked. Only the text
 * index knows names.
 */
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
