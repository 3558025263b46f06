/** Subscriptions: devices of a partner's users, to which the partner pushes messages. */
@NullMarked
package encore.kernel.subscriptions;

import org.jspecify.annotations.NullMarked;
