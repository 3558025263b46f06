/** Keeps the relations of tags and of idols. */
@NullMarked
package encore.query.relations;

import org.jspecify.annotations.NullMarked;
