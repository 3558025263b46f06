/** Answers queries about sessions, and sends gateways the sessions that have ended. */
@NullMarked
package encore.query.sessions;

import org.jspecify.annotations.NullMarked;
