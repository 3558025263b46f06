@NullMarked
package encore.command;

import org.jspecify.annotations.NullMarked;
