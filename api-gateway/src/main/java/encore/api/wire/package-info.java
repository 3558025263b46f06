/** Says how values, names and answers look on the wire. */
@NullMarked
package encore.api.wire;

import org.jspecify.annotations.NullMarked;
