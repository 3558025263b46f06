/** The gateway's end: finds the nodes of both sides, connects to them, and sends them commands and queries. */
@NullMarked
package encore.infra.backend.peer.client;

import org.jspecify.annotations.NullMarked;
