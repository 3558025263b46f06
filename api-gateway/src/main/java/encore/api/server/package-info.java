/**
 * The gateway's settings, and what its servers share: client addresses, counted connections, request memory,
 * TLS.
 */
@NullMarked
package encore.api.server;

import org.jspecify.annotations.NullMarked;
