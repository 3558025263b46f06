/** Connects the gateway with the two sides: in the JVM, or over the network. */
@NullMarked
package encore.infra.backend;

import org.jspecify.annotations.NullMarked;
