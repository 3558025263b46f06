/** Scans at entrances, of codes that registrations and tickets hold. */
@NullMarked
package encore.kernel.scans;

import org.jspecify.annotations.NullMarked;
