/** Access rules of handlers, cross-origin rules, and the headers for idempotency and consistency. */
@NullMarked
package encore.api.access;

import org.jspecify.annotations.NullMarked;
