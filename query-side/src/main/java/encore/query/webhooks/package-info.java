/** Shows webhooks. */
@NullMarked
package encore.query.webhooks;

import org.jspecify.annotations.NullMarked;
