/** Answers of fans to the quiz questions of a live show. */
@NullMarked
package encore.kernel.shows.answers;

import org.jspecify.annotations.NullMarked;
