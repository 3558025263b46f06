/** Scans at doors: of codes that registrations and tickets hold, or will hold. */
@NullMarked
package encore.kernel.scans;

import org.jspecify.annotations.NullMarked;
