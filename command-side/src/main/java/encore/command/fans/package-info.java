/** Fans: who shares no contact with whom, what changes them, and how one is forgotten. */
@NullMarked
package encore.command.fans;

import org.jspecify.annotations.NullMarked;
