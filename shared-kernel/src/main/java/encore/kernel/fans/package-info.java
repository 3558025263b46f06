/** Fans: their names, contacts and consents. */
@NullMarked
package encore.kernel.fans;

import org.jspecify.annotations.NullMarked;
