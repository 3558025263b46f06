package encore.kernel.audit;

import encore.kernel.AsOf;
import encore.kernel.Page;
import encore.kernel.Paging;
import encore.kernel.Query;
import java.time.Instant;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/** Everything that can be asked of the log itself. */
public sealed interface AuditQuery<R> extends Query<R> {

    /**
     * The moment that a position or a time means: for a time, the last position stamped at or before it. One that lies
     * ahead is refused, naming {@code as_of}.
     *
     * @param position wins over the time
     */
    record FindMoment(
            long account, @Nullable Long position, @Nullable Instant at) implements AuditQuery<AsOf> {}

    /**
     * The events of a fan's ledgers as the log has them, by position.
     *
     * @param from the first day, UTC; null from the start
     * @param to the last day, inclusive; null to the end
     * @param until only up to this position; null to the end
     */
    record FindAuditedPoints(
            long account,
            long fanId,
            @Nullable String pointUid,
            @Nullable LocalDate from,
            @Nullable LocalDate to,
            @Nullable Long until,
            Paging.NextKey paging)
            implements AuditQuery<Page<AuditedPoint>> {}

    /** The chain's head, signed, at a position; null at the log's end. */
    record FindSignedHead(long account, @Nullable Long position) implements AuditQuery<SignedHead> {}

    /**
     * What shows that an event of the account is part of the log that has a certain head.
     *
     * @param to the head's position; null for the end of the event's own commit
     */
    record FindProof(long account, long position, @Nullable Long to) implements AuditQuery<Proof> {}
}
