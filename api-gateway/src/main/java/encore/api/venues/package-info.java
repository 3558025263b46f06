/** Venues over HTTP. */
@NullMarked
package encore.api.venues;

import org.jspecify.annotations.NullMarked;
