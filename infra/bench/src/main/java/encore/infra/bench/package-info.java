@NullMarked
package encore.infra.bench;

import org.jspecify.annotations.NullMarked;
