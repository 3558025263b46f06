package encore.kernel.businesses;

import encore.kernel.Query;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging;
import encore.kernel.time.Days;
import java.util.List;

/** Everything that can be asked about businesses. A business that is unknown or removed is refused as unknown. */
public sealed interface BusinessQuery<R> extends Query<R> {

    /** An account's businesses, in the order they were added. */
    record ListBusinesses(long account, Paging.NextKey paging) implements BusinessQuery<Page<Business>> {}

    /** An account's businesses in the form for staff, in the order they were added. */
    record ListManagedBusinesses(long account, Paging.NextKey paging)
            implements BusinessQuery<Page<Business.Managed>> {}

    /** One business. */
    record FindBusiness(long account, long businessId) implements BusinessQuery<Business.Single> {}

    /**
     * Checks that a business exists. Otherwise it is refused as unknown, or as a wrong {@code business_id}.
     *
     * @param isInPath whether the path names the business
     */
    record RequireBusiness(long account, long businessId, boolean isInPath) implements BusinessQuery<Business> {}

    /** Businesses by id for the rows of other features, in any order. Unknown ids are left out. */
    record FindBusinesses(long account, List<Long> businessIds) implements BusinessQuery<List<Business>> {
        public FindBusinesses {
            businessIds = List.copyOf(businessIds);
        }
    }

    /** One business in the form for staff. */
    record FindManagedBusiness(long account, long businessId) implements BusinessQuery<Business.ManagedSingle> {}

    /** The point type of a business, for other features. An unknown business has none. */
    record FindBusinessPoints(long account, long businessId) implements BusinessQuery<Business.Points> {}

    /** The fans that are opted in to a business, in the order of the opt-in, with their present names. */
    record FindMembers(long account, long businessId, Paging.NextKey paging) implements BusinessQuery<Page<Member>> {}

    /** The fans that are opted in to a business, without names, which belong to another feature. */
    record FindNamelessMembers(long account, long businessId, Paging.NextKey paging)
            implements BusinessQuery<Page<Member>> {}

    /** The numbers of fans that are opted in to a business, whether it exists or not. */
    record CountMembers(long account, long businessId, Days days) implements BusinessQuery<MemberCounts> {}

    /**
     * Numbers of fans that are opted in to a business.
     *
     * @param newMembers the number of those that opted in on these days
     */
    record MemberCounts(long members, long newMembers) {}
}
