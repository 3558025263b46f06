/** Keeps campaigns, and joins them with their tab items, quiz questions and businesses. */
@NullMarked
package encore.query.campaigns;

import org.jspecify.annotations.NullMarked;
