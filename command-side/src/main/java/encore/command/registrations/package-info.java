/** Decides about registrations: each is recorded once, belongs to a fan and may hold codes. */
@NullMarked
package encore.command.registrations;

import org.jspecify.annotations.NullMarked;
