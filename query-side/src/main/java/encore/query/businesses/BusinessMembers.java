package encore.query.businesses;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.criteria.Index;
import encore.infra.views.criteria.Where;
import encore.kernel.businesses.BusinessId;
import encore.kernel.businesses.Member;
import encore.kernel.fans.FanId;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging;
import encore.kernel.time.Days;
import encore.query.documents.FanDocumentKeys;
import encore.query.documents.Keyset;
import java.time.Instant;
import java.util.List;

/**
 * Keeps the fans that opted in to businesses: by business for queries, and by fan for the erasure of the fan. It also
 * keeps opt-ins to businesses that do not exist, because opt-ins were once not checked.
 */
final class BusinessMembers {

    static final Collection<Membership> BY_BUSINESS = Collection.of(
            "business_members",
            Membership.class,
            Index.on("account", "businessId", "position"),
            Index.on("account", "businessId", "at"));

    static final FanDocumentKeys BY_FAN = FanDocumentKeys.of("member_businesses");

    private static final Keyset<Membership> OLDEST_FIRST = Keyset.byPosition(BY_BUSINESS, Membership::position);

    /** @param position the position of the event by which the fan opted in */
    record Membership(long account, long businessId, long fanId, long position, Instant at) {}

    private BusinessMembers() {}

    static void change(
            FanId fan, List<Long> in, List<Long> out, RecordedEvent recordedEvent, Documents.Batch documents) {
        for (long business : in) {
            if (BY_FAN.add(fan, key(fan, business), documents)) {
                documents.put(
                        BY_BUSINESS,
                        key(fan, business),
                        new Membership(
                                fan.account(), business, fan.number(), recordedEvent.position(), recordedEvent.at()));
            }
        }
        for (long business : out) {
            BY_FAN.remove(fan, key(fan, business), documents);
            documents.remove(BY_BUSINESS, key(fan, business));
        }
    }

    static void removeFan(FanId fan, Documents.Batch documents) {
        BY_FAN.removeAll(fan, documents).forEach(key -> documents.remove(BY_BUSINESS, key));
    }

    static long count(BusinessId business, Documents documents) {
        return documents.count(BY_BUSINESS, of(business), Long.MAX_VALUE);
    }

    /** Counts the members that opted in on some days. */
    static long countNew(BusinessId business, Days days, Documents documents) {
        return documents.count(
                BY_BUSINESS,
                Where.all(of(business), new Where.Range("at", days.start(), true, days.end(), false)),
                Long.MAX_VALUE);
    }

    static Page<Member> page(BusinessId business, Paging.NextKey paging, Documents documents) {
        return OLDEST_FIRST
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
