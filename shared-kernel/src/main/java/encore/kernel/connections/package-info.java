/** Connections between two fans: asked for, approved or declined. */
@NullMarked
package encore.kernel.connections;

import org.jspecify.annotations.NullMarked;
