/** Decides about the devices of a partner's users. */
@NullMarked
package encore.command.subscriptions;

import org.jspecify.annotations.NullMarked;
