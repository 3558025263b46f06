/** Updates: performances, idols and idol events that changed lately. */
@NullMarked
package encore.kernel.updates;

import org.jspecify.annotations.NullMarked;
