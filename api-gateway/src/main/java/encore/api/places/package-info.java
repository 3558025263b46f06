/** Finds the place of an IP address, for calls that ask for it and for clicks. */
@NullMarked
package encore.api.places;

import org.jspecify.annotations.NullMarked;
