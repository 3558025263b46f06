/** Counts the clicks of fans in live shows. */
@NullMarked
package encore.command.shows.clicks;

import org.jspecify.annotations.NullMarked;
