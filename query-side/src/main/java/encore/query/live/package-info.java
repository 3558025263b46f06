/** Passes what the log tells on to those who follow it. */
@NullMarked
package encore.query.live;

import org.jspecify.annotations.NullMarked;
