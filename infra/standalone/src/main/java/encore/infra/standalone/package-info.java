/** Starts Encore: all sides in one JVM, or one side or gateway as a node of its own. */
@NullMarked
package encore.infra.standalone;

import org.jspecify.annotations.NullMarked;
