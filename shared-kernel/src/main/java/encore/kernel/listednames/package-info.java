/** The names by which staff find the things in lists. */
@NullMarked
package encore.kernel.listednames;

import org.jspecify.annotations.NullMarked;
