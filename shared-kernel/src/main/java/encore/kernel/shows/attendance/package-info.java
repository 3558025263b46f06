/** How many fans and connections were in a show, measured every 10 seconds. */
@NullMarked
package encore.kernel.shows.attendance;

import org.jspecify.annotations.NullMarked;
