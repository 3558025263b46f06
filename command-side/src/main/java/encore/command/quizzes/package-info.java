/** Decides about the quiz questions of campaigns. */
@NullMarked
package encore.command.quizzes;

import org.jspecify.annotations.NullMarked;
