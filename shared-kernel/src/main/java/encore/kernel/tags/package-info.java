/** Tags: names that an account gives to fans, made by their first use. */
@NullMarked
package encore.kernel.tags;

import org.jspecify.annotations.NullMarked;
