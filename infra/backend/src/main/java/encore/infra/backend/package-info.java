/** Connects the gateway with the command side and the query side: within the JVM, or over the network. */
@NullMarked
package encore.infra.backend;

import org.jspecify.annotations.NullMarked;
