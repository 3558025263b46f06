/** Businesses over HTTP. */
@NullMarked
package encore.api.businesses;

import org.jspecify.annotations.NullMarked;
