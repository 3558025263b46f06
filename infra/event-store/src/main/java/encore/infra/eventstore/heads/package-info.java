/** Stores signed heads of the log, so that a log that was shortened or rewritten contradicts them. */
@NullMarked
package encore.infra.eventstore.heads;

import org.jspecify.annotations.NullMarked;
