/** Reads the custom fields that a call gives for a fan. */
@NullMarked
package encore.command.fans.particulars;

import org.jspecify.annotations.NullMarked;
