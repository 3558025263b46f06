/** Relations: which tags, and which idols, an account says belong together. */
@NullMarked
package encore.kernel.relations;

import org.jspecify.annotations.NullMarked;
