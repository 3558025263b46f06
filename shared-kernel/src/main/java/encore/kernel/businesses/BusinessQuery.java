package encore.kernel.businesses;

import encore.kernel.Page;
import encore.kernel.Paging;
import encore.kernel.Query;
import java.util.List;

/** Everything that can be asked about businesses. One that is not there, or not any more, is refused as unknown. */
public sealed interface BusinessQuery<R> extends Query<R> {

    /** An account's businesses, in the order they were added. */
    record ListBusinesses(long account, Paging.NextKey paging) implements BusinessQuery<Page<Business>> {}

    /** The same as those see them who keep them. */
    record ListManagedBusinesses(long account, Paging.NextKey paging)
            implements BusinessQuery<Page<Business.Managed>> {}

    /** One business. */
    record FindBusiness(long account, long businessId) implements BusinessQuery<Business.Single> {}

    /** Asks for the businesses of other features' rows, in any order; what is not there is left out. */
    record FindBusinesses(long account, List<Long> businessIds) implements BusinessQuery<List<Business>> {
        public FindBusinesses {
            businessIds = List.copyOf(businessIds);
        }
    }

    /** One business as those see it who keep it. */
    record FindManagedBusiness(long account, long businessId) implements BusinessQuery<Business.Counted> {}

    /** The points of a business, for other features; of one that is not there it has none. */
    record FindBusinessPoints(long account, long businessId) implements BusinessQuery<Business.Points> {}

    /** The fans who opted in to a business and not out again, in that order, by their names of now. */
    record FindMembers(long account, long businessId, Paging.NextKey paging) implements BusinessQuery<Page<Member>> {}

    /** The same without names, which are not the business's. */
    record FindNamelessMembers(long account, long businessId, Paging.NextKey paging)
            implements BusinessQuery<Page<Member>> {}
}
