/** Networks over HTTP. */
@NullMarked
package encore.api.networks;

import org.jspecify.annotations.NullMarked;
