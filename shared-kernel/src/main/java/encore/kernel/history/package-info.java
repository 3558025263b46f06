/** The history of one thing: who changed it, when, and the values before and after. */
@NullMarked
package encore.kernel.history;

import org.jspecify.annotations.NullMarked;
