/** Finds the handler of a call by its path, and calls it. */
@NullMarked
package encore.api.routing;

import org.jspecify.annotations.NullMarked;
