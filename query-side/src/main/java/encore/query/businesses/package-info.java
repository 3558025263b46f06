/** Keeps businesses, and the fans that opted in to them. */
@NullMarked
package encore.query.businesses;

import org.jspecify.annotations.NullMarked;
