/** Reported views of campaigns over HTTP. */
@NullMarked
package encore.api.campaignviews;

import org.jspecify.annotations.NullMarked;
