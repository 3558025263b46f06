/** Answers queries from the serving versions, at the position or moment that the query asks for. */
@NullMarked
package encore.query.answering;

import org.jspecify.annotations.NullMarked;
