/** Live streams over RSocket: the endpoint, its connections, and the frames that wait for each client. */
@NullMarked
package encore.api.rsocket;

import org.jspecify.annotations.NullMarked;
