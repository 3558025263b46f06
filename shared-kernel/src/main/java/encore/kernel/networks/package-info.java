/** Networks: the sources of identifiers, tickets and purchases. */
@NullMarked
package encore.kernel.networks;

import org.jspecify.annotations.NullMarked;
