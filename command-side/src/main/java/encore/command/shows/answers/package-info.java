/** Decides about the answers of fans to quiz questions. */
@NullMarked
package encore.command.shows.answers;

import org.jspecify.annotations.NullMarked;
