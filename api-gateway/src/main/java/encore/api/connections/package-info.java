/** Connections between fans over HTTP. */
@NullMarked
package encore.api.connections;

import org.jspecify.annotations.NullMarked;
