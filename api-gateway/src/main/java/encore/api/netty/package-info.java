/** Netty handlers in each connection of the HTTP server: limits on connections, memory, time and requests in work. */
@NullMarked
package encore.api.netty;

import org.jspecify.annotations.NullMarked;
