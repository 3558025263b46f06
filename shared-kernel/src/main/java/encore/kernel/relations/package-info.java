/** Relations: pairs of tags, and pairs of idols, that belong together. */
@NullMarked
package encore.kernel.relations;

import org.jspecify.annotations.NullMarked;
