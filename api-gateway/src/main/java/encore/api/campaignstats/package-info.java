/** Statistics of campaigns and bundles over HTTP. */
@NullMarked
package encore.api.campaignstats;

import org.jspecify.annotations.NullMarked;
