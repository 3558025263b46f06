/** Statistics of live shows for staff: what was shown, said, answered and paid, row by row. */
@NullMarked
package encore.kernel.shows.stats;

import org.jspecify.annotations.NullMarked;
