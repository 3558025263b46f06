/** Connections between two fans: requested, approved or declined. */
@NullMarked
package encore.kernel.connections;

import org.jspecify.annotations.NullMarked;
