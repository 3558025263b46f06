/** Extends Axon's command handlers: their extra parameters, and the checks before they are called. */
@NullMarked
package encore.infra.eventstore.handlers;

import org.jspecify.annotations.NullMarked;
