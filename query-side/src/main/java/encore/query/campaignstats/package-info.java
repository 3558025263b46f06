/** Counts the entries and fans of campaigns from memory, and joins them with views to statistics. */
@NullMarked
package encore.query.campaignstats;

import org.jspecify.annotations.NullMarked;
