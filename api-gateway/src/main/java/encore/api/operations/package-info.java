/** Endpoints for running the service: health, projections, automations, dead letters, and the journal of operations. */
@NullMarked
package encore.api.operations;

import org.jspecify.annotations.NullMarked;
