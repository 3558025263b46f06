/** Annotations that say whether a text in an event is personal. */
@NullMarked
package encore.kernel.privacy;

import org.jspecify.annotations.NullMarked;
