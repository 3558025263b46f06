/** Numbers of campaigns over some days: views, entries, fans, consents and places. */
@NullMarked
package encore.kernel.campaignstats;

import org.jspecify.annotations.NullMarked;
