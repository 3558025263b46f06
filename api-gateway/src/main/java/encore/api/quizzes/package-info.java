/** Quiz questions of campaigns over HTTP. */
@NullMarked
package encore.api.quizzes;

import org.jspecify.annotations.NullMarked;
