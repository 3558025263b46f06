/** Decides about idols, each name and music_uid unique in its account, and about their events. */
@NullMarked
package encore.command.idols;

import org.jspecify.annotations.NullMarked;
