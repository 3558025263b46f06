/** The people who look after an account: what each may see and change. */
@NullMarked
package encore.kernel.people;

import org.jspecify.annotations.NullMarked;
