/** Keeps what tickets are chosen by, for every projection that has them in memory. */
@NullMarked
package encore.query.sold;

import org.jspecify.annotations.NullMarked;
