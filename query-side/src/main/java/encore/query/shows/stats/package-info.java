/** Keeps and answers the statistics of live shows. */
@NullMarked
package encore.query.shows.stats;

import org.jspecify.annotations.NullMarked;
