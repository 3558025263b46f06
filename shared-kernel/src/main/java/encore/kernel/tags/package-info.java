/** Tags: names that an account gives to fans. A tag is created by its first use. */
@NullMarked
package encore.kernel.tags;

import org.jspecify.annotations.NullMarked;
