/** How values, names and answers are read and written on the wire. */
@NullMarked
package encore.api.wire;

import org.jspecify.annotations.NullMarked;
