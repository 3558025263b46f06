/** Venues: where performances and idol events take place. */
@NullMarked
package encore.kernel.venues;

import org.jspecify.annotations.NullMarked;
