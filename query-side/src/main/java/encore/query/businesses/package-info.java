/** Keeps what businesses there are, and who opted in to them. */
@NullMarked
package encore.query.businesses;

import org.jspecify.annotations.NullMarked;
