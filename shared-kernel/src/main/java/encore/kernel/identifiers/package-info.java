/** Identifiers of fans on other networks, and the member id. */
@NullMarked
package encore.kernel.identifiers;

import org.jspecify.annotations.NullMarked;
