package encore.query.search;

import encore.kernel.search.FanCriteria;
import encore.kernel.segments.FanSelection;
import encore.query.projection.QueryGateway;

/**
 * Replaces a name among the criteria by the ids of the fans who have it, before the fan index is asked. Only the text
 * index knows names.
 */
final class NameResolver {

    private NameResolver() {}

    static FanSelection resolve(long account, FanCriteria criteria, QueryGateway queryGateway) {
        String name = criteria.name();
        if (name == null) {
            return new FanSelection(criteria, null);
        }
        return new FanSelection(criteria, new NameMatches(queryGateway, account, name, 0).readAll());
    }
}
