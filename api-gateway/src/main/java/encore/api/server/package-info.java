/** The HTTP server itself: its connections, how many calls are inside, addresses and files. */
@NullMarked
package encore.api.server;

import org.jspecify.annotations.NullMarked;
