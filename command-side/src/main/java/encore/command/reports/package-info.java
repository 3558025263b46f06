/** Decides about the reports of an account. */
@NullMarked
package encore.command.reports;

import org.jspecify.annotations.NullMarked;
