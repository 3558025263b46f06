/**
 * Defines what a feature brings to the query side: projections, the answers beside them, and how indexes are walked.
 */
@NullMarked
package encore.query.projection;

import org.jspecify.annotations.NullMarked;
