/** Keeps how live shows stand, and stood. */
@NullMarked
package encore.query.shows;

import org.jspecify.annotations.NullMarked;
