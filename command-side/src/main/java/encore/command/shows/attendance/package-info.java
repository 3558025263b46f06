/** Records the attendance of shows. */
@NullMarked
package encore.command.shows.attendance;

import org.jspecify.annotations.NullMarked;
