/** Segments: fans that belong together by a tag, a snapshot or a saved filter, and what there is to say of them as a whole. */
@NullMarked
package encore.kernel.segments;

import org.jspecify.annotations.NullMarked;
