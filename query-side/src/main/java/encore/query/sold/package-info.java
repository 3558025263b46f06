/** Keeps the fields by which tickets are searched and counted, for every projection that has tickets in memory. */
@NullMarked
package encore.query.sold;

import org.jspecify.annotations.NullMarked;
