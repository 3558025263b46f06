/** Stands in each connection of the HTTP server: bounds what it holds, and what it may ask at a time. */
@NullMarked
package encore.api.netty;

import org.jspecify.annotations.NullMarked;
