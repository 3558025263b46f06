/** Annotations that say which texts of events are personal, and which fields of answers tell how a fan is reached. */
@NullMarked
package encore.kernel.privacy;

import org.jspecify.annotations.NullMarked;
