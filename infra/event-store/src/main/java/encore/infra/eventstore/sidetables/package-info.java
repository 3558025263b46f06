/** Recomputes from the events the rows beside the hash chain (once-keys, answers to requests, claims), to verify and to repair them. */
@NullMarked
package encore.infra.eventstore.sidetables;

import org.jspecify.annotations.NullMarked;
