/** Answers queries about scans by network and time, with the holders of the scanned codes. */
@NullMarked
package encore.query.scans;

import org.jspecify.annotations.NullMarked;
