/** Decides about login settings, and grants the codes of each day. */
@NullMarked
package encore.command.loginsettings;

import org.jspecify.annotations.NullMarked;
