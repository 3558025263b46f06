/** Segments: groups of fans by a tag, a snapshot or a saved filter, and their statistics. */
@NullMarked
package encore.kernel.segments;

import org.jspecify.annotations.NullMarked;
