/** Performances: shows, and which fans save them or go. */
@NullMarked
package encore.kernel.performances;

import org.jspecify.annotations.NullMarked;
