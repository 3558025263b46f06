/** Says what those who run the projections ask and order: versions, rebuilds, comparisons, dead letters. */
@NullMarked
package encore.kernel.operations;

import org.jspecify.annotations.NullMarked;
