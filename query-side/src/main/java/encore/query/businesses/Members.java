package encore.query.businesses;

import encore.infra.eventstore.Recorded;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Index;
import encore.infra.views.Where;
import encore.kernel.Page;
import encore.kernel.Paging;
import encore.kernel.businesses.BusinessId;
import encore.kernel.businesses.Member;
import encore.kernel.fans.FanId;
import encore.query.projection.FanKeys;
import encore.query.projection.Keyset;
import java.time.Instant;
import java.util.List;

/**
 * Keeps the fans that opted in to businesses: by business for queries, and by fan for the erasure of the fan. It also
 * keeps opt-ins to businesses that do not exist, because opt-ins were once not checked.
 */
final class Members {

    static final Collection<OptedIn> BY_BUSINESS =
            Collection.of("business_members", OptedIn.class, Index.on("account", "businessId", "position"));

    static final FanKeys BY_FAN = FanKeys.of("member_businesses");

    private static final Keyset<OptedIn> FIRST_TO_LAST = Keyset.byPosition(BY_BUSINESS, OptedIn::position);

    /** @param position the position of the event by which the fan opted in */
    record OptedIn(long account, long businessId, long fanId, long position, Instant at) {}

    private Members() {}

    static void change(FanId fan, List<Long> in, List<Long> out, Recorded recorded, Documents.Batch documents) {
        for (long business : in) {
            if (BY_FAN.add(fan, key(fan, business), documents)) {
                documents.put(
                        BY_BUSINESS,
                        key(fan, business),
                        new OptedIn(fan.account(), business, fan.number(), recorded.position(), recorded.at()));
            }
        }
        for (long business : out) {
            BY_FAN.remove(fan, key(fan, business), documents);
            documents.remove(BY_BUSINESS, key(fan, business));
        }
    }

    static void forget(FanId fan, Documents.Batch documents) {
        BY_FAN.forget(fan, documents).forEach(key -> documents.remove(BY_BUSINESS, key));
    }

    static long count(BusinessId business, Documents documents) {
        return documents.count(BY_BUSINESS, of(business), Long.MAX_VALUE);
    }

    static Page<Member> page(BusinessId business, Paging.NextKey paging, Documents documents) {
        return FIRST_TO_LAST
                .page(documents, of(business), paging)
                .map(member -> new Member(member.fanId(), null, member.at()));
    }

    private static Where of(BusinessId business) {
        return Where.all(Where.equal("account", business.account()), Where.equal("businessId", business.number()));
    }

    private static String key(FanId fan, long business) {
        return fan.account() + "." + business + "." + fan.number();
    }
}
