/** The language of all sides: commands, events, queries and their answers. */
@NullMarked
package encore.kernel;

import org.jspecify.annotations.NullMarked;
