/** The rules of faults, retries and rates of webhooks, by a clock that the caller reads. */
@NullMarked
package encore.command.webhooks.delivery.health;

import org.jspecify.annotations.NullMarked;
