/** All sides in one JVM on embedded storage. */
@NullMarked
package encore.infra.standalone;

import org.jspecify.annotations.NullMarked;
