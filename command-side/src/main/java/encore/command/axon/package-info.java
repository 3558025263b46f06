/** The command side on Axon: takes commands in, locks an aggregate for each, and decides again after a lost race. */
@NullMarked
package encore.command.axon;

import org.jspecify.annotations.NullMarked;
