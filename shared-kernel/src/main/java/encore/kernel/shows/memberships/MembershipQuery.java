package encore.kernel.shows.memberships;

import encore.kernel.Query;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Queries about memberships. */
public sealed interface MembershipQuery<R> extends Query<R> {

    /** The rooms of a show that a fan has joined, in the order of the first joins. */
    record FindMemberships(long account, long pageTabId, long fanId) implements MembershipQuery<List<Membership>> {}

    /**
     * The rooms of a show and the fan's memberships. A campaign that is unknown is refused as unknown, one without a show or
     * that is not active by a rule (400).
     *
     * @param fanId null for a guest, and for a call without a session
     * @param now the moment at which the campaign must be active
     */
    record FindShowEntrance(
            long account, long pageTabId, @Nullable Long fanId, Instant now) implements MembershipQuery<ShowEntrance> {}
}
