package encore.kernel.imports;

import encore.kernel.Query;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Everything that can be asked before an import. */
public sealed interface ImportQuery<R> extends Query<R> {

    /**
     * The active quests, rewards and webhooks that awards or activities of an import would reach, at most {@link
     * #MAX_EFFECTS} of them. A quest or reward that is over is reached by rows with an earlier time of their own alone.
     *
     * @param pointUids the point types of the awards
     * @param campaigns the page_tab_ids of the activities
     * @param earliest the earliest time of its own of a row; null when no row has one
     */
    record FindImportEffects(
            long account,
            Set<String> pointUids,
            Set<Long> campaigns,
            @Nullable Instant earliest) implements ImportQuery<List<ImportEffect>> {

        public static final int MAX_EFFECTS = 100;

        public FindImportEffects {
            pointUids = Set.copyOf(pointUids);
            campaigns = Set.copyOf(campaigns);
        }

        /** Asks about rows without a time of their own. */
        public FindImportEffects(long account, Set<String> pointUids, Set<Long> campaigns) {
            this(account, pointUids, campaigns, null);
        }
    }
}
