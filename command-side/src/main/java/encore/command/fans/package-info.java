/** Decides about fans: their contacts, changes, tags and erasure. */
@NullMarked
package encore.command.fans;

import org.jspecify.annotations.NullMarked;
