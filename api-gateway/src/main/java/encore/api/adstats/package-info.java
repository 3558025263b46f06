/** Statistics of ad campaigns over HTTP. */
@NullMarked
package encore.api.adstats;

import org.jspecify.annotations.NullMarked;
