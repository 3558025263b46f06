/** Distributes the partitions of projections among the query nodes that share a store. */
@NullMarked
package encore.query.ownership;

import org.jspecify.annotations.NullMarked;
