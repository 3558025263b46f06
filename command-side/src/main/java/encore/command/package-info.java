/** The command side: its configuration, and the parts that several features share. */
@NullMarked
package encore.command;

import org.jspecify.annotations.NullMarked;
