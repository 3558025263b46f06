/** Recomputes from the events what lies beside the chain (once-keys, requests, claims), to verify it and to make it anew. */
@NullMarked
package encore.infra.eventstore.beside;

import org.jspecify.annotations.NullMarked;
