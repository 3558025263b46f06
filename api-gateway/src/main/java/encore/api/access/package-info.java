/** Access rules of handlers, cross-origin rules, the headers for idempotency and consistency, and positions to resume after. */
@NullMarked
package encore.api.access;

import org.jspecify.annotations.NullMarked;
