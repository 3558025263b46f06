/** Answers the messages with codes that the demo shows instead of sending them. */
@NullMarked
package encore.query.contacts;

import org.jspecify.annotations.NullMarked;
