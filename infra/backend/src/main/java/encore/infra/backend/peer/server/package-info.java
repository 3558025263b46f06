/** A node's end: accepts gateways' connections and answers their commands and queries. */
@NullMarked
package encore.infra.backend.peer.server;

import org.jspecify.annotations.NullMarked;
