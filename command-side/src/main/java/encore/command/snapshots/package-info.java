/** Keeps snapshots of fans: parts that nobody sees, and the seal that shows them. */
@NullMarked
package encore.command.snapshots;

import org.jspecify.annotations.NullMarked;
