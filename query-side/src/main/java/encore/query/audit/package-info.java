/** Answers from the log itself: events as they happened, moments, proofs. */
@NullMarked
package encore.query.audit;

import org.jspecify.annotations.NullMarked;
