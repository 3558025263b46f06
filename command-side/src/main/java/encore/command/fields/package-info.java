/** Decides about the custom fields of an account. */
@NullMarked
package encore.command.fields;

import org.jspecify.annotations.NullMarked;
