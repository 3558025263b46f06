/** What the log tells those who follow it. */
@NullMarked
package encore.query.live;

import org.jspecify.annotations.NullMarked;
