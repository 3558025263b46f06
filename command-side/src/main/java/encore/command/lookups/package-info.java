/** Look-ups of things of one feature that decisions of several other features need. They read the log alone. */
@NullMarked
package encore.command.lookups;

import org.jspecify.annotations.NullMarked;
