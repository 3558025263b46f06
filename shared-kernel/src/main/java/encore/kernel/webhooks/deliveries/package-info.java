/** The deliveries of webhooks: attempts, dead letters and replays. */
@NullMarked
package encore.kernel.webhooks.deliveries;

import org.jspecify.annotations.NullMarked;
