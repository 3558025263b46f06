/** The fields of events that customers are told, in live streams and webhooks. */
@NullMarked
package encore.kernel.told;

import org.jspecify.annotations.NullMarked;
