/** Branding over HTTP. */
@NullMarked
package encore.api.branding;

import org.jspecify.annotations.NullMarked;
