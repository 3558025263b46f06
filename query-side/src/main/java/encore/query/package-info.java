/** The query side: projections of the log, and the answers to queries. */
@NullMarked
package encore.query;

import org.jspecify.annotations.NullMarked;
