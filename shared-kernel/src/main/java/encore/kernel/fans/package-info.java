/** Fans: who they are, how to reach them, what they agreed to. */
@NullMarked
package encore.kernel.fans;

import org.jspecify.annotations.NullMarked;
