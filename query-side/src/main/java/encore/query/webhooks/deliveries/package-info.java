/** Answers the deliveries of webhooks from the entries of the node that delivers. */
@NullMarked
package encore.query.webhooks.deliveries;

import org.jspecify.annotations.NullMarked;
