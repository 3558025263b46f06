/** Answers how often campaigns were seen and shared, by day and in sums. */
@NullMarked
package encore.query.campaignviews;

import org.jspecify.annotations.NullMarked;
