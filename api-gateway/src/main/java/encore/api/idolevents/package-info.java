/** Idol events over HTTP. */
@NullMarked
package encore.api.idolevents;

import org.jspecify.annotations.NullMarked;
