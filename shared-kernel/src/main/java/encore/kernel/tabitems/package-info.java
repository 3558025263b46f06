/** Tab items: the things that a campaign shows, or lets fans wager on. */
@NullMarked
package encore.kernel.tabitems;

import org.jspecify.annotations.NullMarked;
