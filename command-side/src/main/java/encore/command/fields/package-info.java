/** Decides which custom fields an account has. */
@NullMarked
package encore.command.fields;

import org.jspecify.annotations.NullMarked;
