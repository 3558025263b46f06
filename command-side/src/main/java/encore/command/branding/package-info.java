/** Decides about the branding of accounts. */
@NullMarked
package encore.command.branding;

import org.jspecify.annotations.NullMarked;
