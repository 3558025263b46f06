/** Activities of fans, in campaigns or outside of them. */
@NullMarked
package encore.kernel.activities;

import org.jspecify.annotations.NullMarked;
