/** Finds the handler of a call by its path. */
@NullMarked
package encore.api.routing;

import org.jspecify.annotations.NullMarked;
