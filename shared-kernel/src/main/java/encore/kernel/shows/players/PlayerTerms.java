package encore.kernel.shows.players;

import org.jspecify.annotations.Nullable;

/**
 * A fan's standing in a show.
 *
 * @param ban the ban that is in force; null for none
 * @param activityUid the uid of the activity of the first join; null when the fan never joined
 */
public record PlayerTerms(@Nullable PlayerBan ban, @Nullable String activityUid) {}
