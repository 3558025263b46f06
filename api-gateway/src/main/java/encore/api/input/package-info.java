/** Says on input records what their components are, where the type alone does not. */
@NullMarked
package encore.api.input;

import org.jspecify.annotations.NullMarked;
