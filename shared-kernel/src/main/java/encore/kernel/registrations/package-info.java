/** Registrations of fans for events, as other systems send them. */
@NullMarked
package encore.kernel.registrations;

import org.jspecify.annotations.NullMarked;
