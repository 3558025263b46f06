package encore.kernel.audit;

import encore.kernel.Query;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging;
import encore.kernel.time.AsOf;
import encore.kernel.time.Days;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Queries about the log itself. */
public sealed interface AuditQuery<R> extends Query<R> {

    /**
     * The events of a fan's ledgers as they are in the log, by position. An unknown fan is refused as unknown, an
     * unknown point type naming {@code point_uid}. The paging continues after a position, in the order of the query.
     */
    record FindAuditedPoints(
            long account,
            long fanId,
            @Nullable String pointUid,
            Days days,
            Order order,
            Paging.NextKey paging,
            @Nullable AsOf asOf)
            implements AuditQuery<Page<AuditedPoint>> {

        /** The order of events. */
        public enum Order {
            ASC,
            DESC
        }

        /** Returns the query for all events of a fan's ledgers. */
        public static FindAuditedPoints ofFan(long account, long fanId, Paging.NextKey paging) {
            return new FindAuditedPoints(account, fanId, null, Days.ALL, Order.ASC, paging, null);
        }
    }

    /**
     * The signed head of the log, with a proof that an event of the account is part of the log that has a certain head.
     *
     * @param position the position of the event; null for the head alone
     * @param to the position of the head that the proof leads to; null for the end of the event's own commit
     */
    record FindProof(
            long account, @Nullable Long position, @Nullable Long to) implements AuditQuery<HeadAndProof> {}

    /** The stored heads, one an hour and one at each start, oldest first. */
    record FindHeads(long account, Paging.NextKey paging) implements AuditQuery<Page<SignedHead>> {}

    /** The keys that heads are signed with. */
    record FindHeadKeys(long account) implements AuditQuery<List<HeadKey>> {}
}
