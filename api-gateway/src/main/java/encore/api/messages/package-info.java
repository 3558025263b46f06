/** Messages with codes that the demo shows, over HTTP. */
@NullMarked
package encore.api.messages;

import org.jspecify.annotations.NullMarked;
