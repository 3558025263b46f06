/** Manages webhooks. */
@NullMarked
package encore.api.webhooks;

import org.jspecify.annotations.NullMarked;
