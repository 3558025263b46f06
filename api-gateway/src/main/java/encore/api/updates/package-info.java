/** Recent changes of performances, idols and idol events over HTTP. */
@NullMarked
package encore.api.updates;

import org.jspecify.annotations.NullMarked;
