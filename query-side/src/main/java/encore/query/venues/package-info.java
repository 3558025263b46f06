/** Keeps what venues there are. */
@NullMarked
package encore.query.venues;

import org.jspecify.annotations.NullMarked;
