/** Tickets in packed documents, and the sums of their sales, for every projection that keeps tickets in memory. */
@NullMarked
package encore.query.ticketchunks;

import org.jspecify.annotations.NullMarked;
