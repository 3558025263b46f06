/** Decides about registrations: each once, whose it is, and which codes it holds. */
@NullMarked
package encore.command.registrations;

import org.jspecify.annotations.NullMarked;
