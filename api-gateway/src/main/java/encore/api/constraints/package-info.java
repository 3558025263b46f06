/** Constraints of parameters beside those of Bean Validation. */
@NullMarked
package encore.api.constraints;

import org.jspecify.annotations.NullMarked;
