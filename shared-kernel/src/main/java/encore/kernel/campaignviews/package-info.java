/** Views of campaigns: how often one was seen and shared on a day, as staff reports it. */
@NullMarked
package encore.kernel.campaignviews;

import org.jspecify.annotations.NullMarked;
