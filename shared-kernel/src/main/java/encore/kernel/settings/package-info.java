/** Settings of an account as a whole: its currency, and how the console shows times and numbers. */
@NullMarked
package encore.kernel.settings;

import org.jspecify.annotations.NullMarked;
