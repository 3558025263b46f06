/** Keeps the wagers below tab items, with their results. */
@NullMarked
package encore.query.wagers;

import org.jspecify.annotations.NullMarked;
