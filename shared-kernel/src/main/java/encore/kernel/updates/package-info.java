/** Updates: which performances, idols and idol events changed lately. */
@NullMarked
package encore.kernel.updates;

import org.jspecify.annotations.NullMarked;
