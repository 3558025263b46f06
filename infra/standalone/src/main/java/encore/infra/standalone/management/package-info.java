/** Health and metrics of a node, on a port of their own. */
@NullMarked
package encore.infra.standalone.management;

import org.jspecify.annotations.NullMarked;
