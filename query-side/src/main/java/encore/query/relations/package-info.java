/** Keeps which tags, and which idols, belong together. */
@NullMarked
package encore.query.relations;

import org.jspecify.annotations.NullMarked;
