/** Keeps tags, and the tags of fans. */
@NullMarked
package encore.query.tags;

import org.jspecify.annotations.NullMarked;
