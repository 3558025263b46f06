/** Segments over HTTP. */
@NullMarked
package encore.api.segments;

import org.jspecify.annotations.NullMarked;
