/** Fans as they are read, searched and followed. */
@NullMarked
package encore.query.fans;

import org.jspecify.annotations.NullMarked;
