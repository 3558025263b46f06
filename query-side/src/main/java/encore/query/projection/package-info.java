/** The parts that a feature adds to the query side: projections, query components, and walks over indexes. */
@NullMarked
package encore.query.projection;

import org.jspecify.annotations.NullMarked;
