/** Answers which questions a campaign asks. */
@NullMarked
package encore.query.quizzes;

import org.jspecify.annotations.NullMarked;
