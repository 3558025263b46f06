/** Point tiers over HTTP. */
@NullMarked
package encore.api.tiers;

import org.jspecify.annotations.NullMarked;
