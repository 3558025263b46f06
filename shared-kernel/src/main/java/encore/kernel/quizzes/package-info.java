/** Quizzes: the questions that a campaign asks its fans, with their right answers. */
@NullMarked
package encore.kernel.quizzes;

import org.jspecify.annotations.NullMarked;
