/** The fields of events that customers receive, in live streams and webhooks. */
@NullMarked
package encore.kernel.published;

import org.jspecify.annotations.NullMarked;
