/** Likings: the idols of fans. */
@NullMarked
package encore.kernel.likings;

import org.jspecify.annotations.NullMarked;
