/** Live streams over RSocket: the door, its connections, and how much waits for each client. */
@NullMarked
package encore.api.rsocket;

import org.jspecify.annotations.NullMarked;
