/** Operations on projections and automations: versions, rebuilds, comparisons, dead letters. */
@NullMarked
package encore.query.operations;

import org.jspecify.annotations.NullMarked;
