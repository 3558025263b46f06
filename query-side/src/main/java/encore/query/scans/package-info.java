/** Reads scans, by network and time, with whose codes they were. */
@NullMarked
package encore.query.scans;

import org.jspecify.annotations.NullMarked;
