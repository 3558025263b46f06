/** Decides about campaigns and everything below them: tab items, wagers, quiz questions, rooms and view counts. */
@NullMarked
package encore.command.campaigns;

import org.jspecify.annotations.NullMarked;
