/** Snapshots: who was in a segment, or met criteria, at one moment, kept for ever. */
@NullMarked
package encore.kernel.snapshots;

import org.jspecify.annotations.NullMarked;
