/**
 * The command side on Axon. A command goes through stages that call one another, from {@link
 * encore.command.axon.AxonCommandSide} to one unit of work of Axon.
 */
@NullMarked
package encore.command.axon;

import org.jspecify.annotations.NullMarked;
