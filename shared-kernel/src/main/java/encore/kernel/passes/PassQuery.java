package encore.kernel.passes;

import encore.kernel.Query;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.NextKey;
import java.util.List;

/** Everything that can be asked about passes. */
public sealed interface PassQuery<R> extends Query<R> {

    /** A campaign's passes, in the order they were issued. An unknown campaign is refused as unknown. */
    record FindPasses(long account, long pageTabId, NextKey paging) implements PassQuery<Page<Pass>> {}

    /** One pass of a campaign; any other is refused as unknown. */
    record FindPass(long account, long pageTabId, String passUid) implements PassQuery<Pass> {}

    /** A reward's passes, in the order they were issued. An unknown reward is refused as unknown. */
    record FindRewardPasses(long account, String rewardUid, NextKey paging) implements PassQuery<Page<Pass>> {}

    /** One pass of a reward; any other is refused as unknown. */
    record FindRewardPass(long account, String rewardUid, String passUid) implements PassQuery<Pass> {}

    /** Passes by uid for the rows of other features, in any order. Unknown and revoked ones are left out. */
    record FindPassesByUid(long account, List<String> passUids) implements PassQuery<List<Pass>> {
        public FindPassesByUid {
            passUids = List.copyOf(passUids);
        }
    }

    /** The passes that were issued to a fan, oldest first. */
    record FindFanPasses(long account, long fanId) implements PassQuery<List<Pass>> {}
}
