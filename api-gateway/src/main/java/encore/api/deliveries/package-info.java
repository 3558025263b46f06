/** Shows and releases held deliveries. */
@NullMarked
package encore.api.deliveries;

import org.jspecify.annotations.NullMarked;
