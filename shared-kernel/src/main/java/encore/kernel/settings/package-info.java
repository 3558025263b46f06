/** Settings of an account as a whole: its currency. */
@NullMarked
package encore.kernel.settings;

import org.jspecify.annotations.NullMarked;
