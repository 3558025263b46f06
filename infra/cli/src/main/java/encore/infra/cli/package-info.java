@NullMarked
package encore.infra.cli;

import org.jspecify.annotations.NullMarked;
