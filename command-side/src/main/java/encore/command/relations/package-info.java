/** Decides which tags, and which idols, belong together. */
@NullMarked
package encore.command.relations;

import org.jspecify.annotations.NullMarked;
