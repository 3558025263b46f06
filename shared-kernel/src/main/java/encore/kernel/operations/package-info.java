/** Operations of projections and automations: versions, rebuilds, comparisons and dead letters. */
@NullMarked
package encore.kernel.operations;

import org.jspecify.annotations.NullMarked;
