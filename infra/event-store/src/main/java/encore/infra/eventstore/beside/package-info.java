/** Recomputes the side tables (once-keys, requests, claims) from the events, to verify and to repair them. */
@NullMarked
package encore.infra.eventstore.beside;

import org.jspecify.annotations.NullMarked;
