/** Tells who is connected with whom, as each of the two sees it. */
@NullMarked
package encore.query.connections;

import org.jspecify.annotations.NullMarked;
