/** Campaigns (apps) that fans take part in. */
@NullMarked
package encore.kernel.campaigns;

import org.jspecify.annotations.NullMarked;
