/** The query side: projections of the log and the answers they give. */
@NullMarked
package encore.query;

import org.jspecify.annotations.NullMarked;
