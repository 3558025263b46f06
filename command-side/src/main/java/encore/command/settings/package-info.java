/** Decides about the settings of accounts. */
@NullMarked
package encore.command.settings;

import org.jspecify.annotations.NullMarked;
