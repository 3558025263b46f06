/** Snapshots: the fans of a segment or search at one moment, stored for ever. */
@NullMarked
package encore.kernel.snapshots;

import org.jspecify.annotations.NullMarked;
