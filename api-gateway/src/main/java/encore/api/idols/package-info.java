/** Idols over HTTP. */
@NullMarked
package encore.api.idols;

import org.jspecify.annotations.NullMarked;
