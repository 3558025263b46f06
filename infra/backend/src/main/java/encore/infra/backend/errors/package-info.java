/** Turns an {@code Error} that a stage of a call throws into an answer. */
@NullMarked
package encore.infra.backend.errors;

import org.jspecify.annotations.NullMarked;
