/** Purchases that are reported for trackers or imported, and the trackers that they belong to. */
@NullMarked
package encore.kernel.trackers.purchases;

import org.jspecify.annotations.NullMarked;
