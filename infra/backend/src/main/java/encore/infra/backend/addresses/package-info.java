/** Addresses of the web that callers enter and that browsers or Encore follow. */
@NullMarked
package encore.infra.backend.addresses;

import org.jspecify.annotations.NullMarked;
