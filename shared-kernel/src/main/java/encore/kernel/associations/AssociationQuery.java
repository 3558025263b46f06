package encore.kernel.associations;

import encore.kernel.Query;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Everything that can be asked about associations. */
public sealed interface AssociationQuery<R> extends Query<R> {

    /**
     * The performances and idol events of a fan; an unknown fan is refused as unknown. Deleted ones are left out.
     *
     * @param idolUid limits the answer to idol events of this idol and to performances that one of them names; null for
     *     any
     * @param idolLabel limits the answer in the same way to idols with this label; null for any
     */
    record FindFanEvents(
            long account,
            long fanId,
            @Nullable String idolUid,
            @Nullable String idolLabel) implements AssociationQuery<FanEvents> {}

    /** A fan's associations in the order that they began. */
    record FindAssociations(long account, long fanId) implements AssociationQuery<List<Association>> {}
}
