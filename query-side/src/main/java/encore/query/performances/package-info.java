/** Keeps performances, and joins them with their venues. */
@NullMarked
package encore.query.performances;

import org.jspecify.annotations.NullMarked;
