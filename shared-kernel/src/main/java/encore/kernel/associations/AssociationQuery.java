package encore.kernel.associations;

import encore.kernel.Query;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Everything that can be asked about associations. */
public sealed interface AssociationQuery<R> extends Query<R> {

    /**
     * What a fan saves and goes to; an unknown fan is refused as unknown. What was deleted is left out.
     *
     * @param idolUid idol events of this idol, and performances that one of its idol events names; null for any
     * @param idolLabel likewise, of idols that have this label
     */
    record FindFanEvents(
            long account,
            long fanId,
            @Nullable String idolUid,
            @Nullable String idolLabel) implements AssociationQuery<FanEvents> {}

    /** A fan's associations in the order that they began. */
    record FindAssociations(long account, long fanId) implements AssociationQuery<List<Association>> {}
}
