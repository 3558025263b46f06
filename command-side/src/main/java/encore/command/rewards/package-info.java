/** Decides about rewards: their rules, the fans that get them, and their prize codes. */
@NullMarked
package encore.command.rewards;

import org.jspecify.annotations.NullMarked;
