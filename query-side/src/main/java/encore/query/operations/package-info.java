/** Serves those who run the projections: versions, rebuilds, comparisons, dead letters. */
@NullMarked
package encore.query.operations;

import org.jspecify.annotations.NullMarked;
