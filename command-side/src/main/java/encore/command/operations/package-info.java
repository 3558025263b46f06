/** The journal of what is ordered of the installation. */
@NullMarked
package encore.command.operations;

import org.jspecify.annotations.NullMarked;
