/** Keeps snapshots of fans: parts, which nobody sees, and the seal, which makes them visible. */
@NullMarked
package encore.command.snapshots;

import org.jspecify.annotations.NullMarked;
