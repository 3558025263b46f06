package encore.kernel.shows.vods;

import encore.kernel.Query;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Queries about the vods of shows. A campaign that is unknown or deleted is refused as unknown. */
public sealed interface VodQuery<R> extends Query<R> {

    /** All vods of a show, in the order they were added. */
    record FindVods(long account, long pageTabId) implements VodQuery<List<Vod>> {}

    /** One vod of a show; any other is refused as unknown. */
    record FindVod(long account, long pageTabId, long optionId) implements VodQuery<Vod> {}

    /**
     * The vods of a show that fans see, in the order they were added.
     *
     * @param page only those of this page, compared exactly; null for all
     */
    record FindApprovedVods(
            long account, long pageTabId, @Nullable String page) implements VodQuery<List<Vod>> {

        /** Finds the vods of all pages. */
        public static FindApprovedVods ofAllPages(long account, long pageTabId) {
            return new FindApprovedVods(account, pageTabId, null);
        }
    }
}
