/** Decides about relations between tags and between idols. */
@NullMarked
package encore.command.relations;

import org.jspecify.annotations.NullMarked;
