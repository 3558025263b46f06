/** Records the beginning of calls that change many things. */
@NullMarked
package encore.command.bulkcalls;

import org.jspecify.annotations.NullMarked;
