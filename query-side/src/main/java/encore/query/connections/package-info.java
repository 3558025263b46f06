/** Keeps the connections of fans, from the view of each of the two. */
@NullMarked
package encore.query.connections;

import org.jspecify.annotations.NullMarked;
