/** Activities: what fans do, in a campaign or outside of any. */
@NullMarked
package encore.kernel.activities;

import org.jspecify.annotations.NullMarked;
