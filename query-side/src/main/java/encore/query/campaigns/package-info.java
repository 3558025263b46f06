/** Keeps campaigns, with their tab items, wagers, rooms and quiz questions, and their statistics. */
@NullMarked
package encore.query.campaigns;

import org.jspecify.annotations.NullMarked;
