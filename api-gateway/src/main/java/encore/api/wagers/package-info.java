/** Wagers below tab items over HTTP. */
@NullMarked
package encore.api.wagers;

import org.jspecify.annotations.NullMarked;
