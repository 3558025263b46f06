/** Answers queries about sessions, and tells gateways which sessions have ended. */
@NullMarked
package encore.query.sessions;

import org.jspecify.annotations.NullMarked;
