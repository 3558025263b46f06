/** Releases held deliveries. */
@NullMarked
package encore.command.deliveries;

import org.jspecify.annotations.NullMarked;
