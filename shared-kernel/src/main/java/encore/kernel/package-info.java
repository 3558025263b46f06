/** The language that all sides speak: what is wished, what happened, what is asked and how it is answered. */
@NullMarked
package encore.kernel;

import org.jspecify.annotations.NullMarked;
