@NullMarked
package encore.infra.standalone;

import org.jspecify.annotations.NullMarked;
