package encore.kernel.shows.games;

import encore.kernel.lists.ListItem;
import encore.kernel.lists.ListView;
import encore.kernel.privacy.NotPersonal;
import encore.kernel.published.PublishedValue;
import io.soabase.recordbuilder.core.RecordBuilder;
import org.jspecify.annotations.Nullable;

/**
 * A game whose points a page reports by {@code POST /v1/fanxp/<page_tab_id>/points}. A {@link encore.kernel.Patch} changes
 * it.
 *
 * @param maxPoints the most points of a fan in the show; null only in a change
 * @param maxReports the most reports of a fan in the show; null only in a change
 * @param minIntervalSeconds seconds between two reports of a fan; null for 0
 */
@ListView(name = "show_games", collection = "games")
@RecordBuilder
public record Game(
        @PublishedValue @NotPersonal("the key of a game") String gameKey,
        @PublishedValue @Nullable Long maxPoints,
        @PublishedValue @Nullable Integer maxReports,
        @PublishedValue @Nullable Integer minIntervalSeconds)
        implements ListItem {

    /** Returns a game without limits, which has its defaults. */
    public static Game ofKey(String gameKey) {
        return GameBuilder.builder().gameKey(gameKey).minIntervalSeconds(0).build();
    }
}
