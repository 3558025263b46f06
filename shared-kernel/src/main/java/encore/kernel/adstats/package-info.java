/** Statistics of ad campaigns, as ad networks report them for each day. */
@NullMarked
package encore.kernel.adstats;

import org.jspecify.annotations.NullMarked;
