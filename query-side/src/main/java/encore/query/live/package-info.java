/** Events of the log for live followers. */
@NullMarked
package encore.query.live;

import org.jspecify.annotations.NullMarked;
