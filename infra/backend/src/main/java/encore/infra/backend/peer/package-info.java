/**
 * Connects gateways with the nodes of the command side and the query side: RSocket over TCP, protected by a shared
 * secret.
 */
@NullMarked
package encore.infra.backend.peer;

import org.jspecify.annotations.NullMarked;
