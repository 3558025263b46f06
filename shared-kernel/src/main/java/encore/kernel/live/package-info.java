/** Events of an account as live streams send them. */
@NullMarked
package encore.kernel.live;

import org.jspecify.annotations.NullMarked;
