/** Describes what is told while it happens. */
@NullMarked
package encore.kernel.live;

import org.jspecify.annotations.NullMarked;
