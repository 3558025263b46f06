/** Decides about the reported views of a campaign on a day. */
@NullMarked
package encore.command.campaignviews;

import org.jspecify.annotations.NullMarked;
