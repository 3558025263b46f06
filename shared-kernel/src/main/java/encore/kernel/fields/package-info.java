/** Custom fields: what an account wants to know of its fans beside what every account knows. */
@NullMarked
package encore.kernel.fields;

import org.jspecify.annotations.NullMarked;
