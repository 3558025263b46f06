/** Registrations: who will come to what, as other systems tell of it. */
@NullMarked
package encore.kernel.registrations;

import org.jspecify.annotations.NullMarked;
