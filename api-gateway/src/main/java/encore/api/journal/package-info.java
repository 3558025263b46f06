/** Records what callers do in the journal of operations. */
@NullMarked
package encore.api.journal;

import org.jspecify.annotations.NullMarked;
