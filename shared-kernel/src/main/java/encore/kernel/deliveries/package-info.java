/** Deliveries of the whole installation: webhooks, mail and text messages, which the operator releases after a restore. */
@NullMarked
package encore.kernel.deliveries;

import org.jspecify.annotations.NullMarked;
