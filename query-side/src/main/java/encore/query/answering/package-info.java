/** Answers questions from the versions that serve, at the position or moment that is asked for. */
@NullMarked
package encore.query.answering;

import org.jspecify.annotations.NullMarked;
