/** Webhooks: addresses of customers that are called with each event of their account. */
@NullMarked
package encore.kernel.webhooks;

import org.jspecify.annotations.NullMarked;
