/** Registrations, and what is scanned of them at doors. */
@NullMarked
package encore.api.registrations;

import org.jspecify.annotations.NullMarked;
