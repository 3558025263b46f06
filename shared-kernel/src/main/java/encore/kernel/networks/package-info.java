/** Networks: where identifiers, tickets and purchases come from. */
@NullMarked
package encore.kernel.networks;

import org.jspecify.annotations.NullMarked;
