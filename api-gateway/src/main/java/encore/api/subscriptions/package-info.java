/** Subscriptions of a partner's users over HTTP. */
@NullMarked
package encore.api.subscriptions;

import org.jspecify.annotations.NullMarked;
