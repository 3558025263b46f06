/** The secrets of webhooks, and the signatures of their messages. */
@NullMarked
package encore.kernel.webhooks.signing;

import org.jspecify.annotations.NullMarked;
