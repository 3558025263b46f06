/** Keeps the devices of a partner's users, and finds the fans that they are. */
@NullMarked
package encore.query.subscriptions;

import org.jspecify.annotations.NullMarked;
