/** Decides on passes: whose they are, and that each lets in once. */
@NullMarked
package encore.command.passes;

import org.jspecify.annotations.NullMarked;
