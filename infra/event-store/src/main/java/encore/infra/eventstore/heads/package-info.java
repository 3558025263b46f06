/** Keeps signed heads of the log beside it, so that whoever shortens or rewrites it contradicts them. */
@NullMarked
package encore.infra.eventstore.heads;

import org.jspecify.annotations.NullMarked;
