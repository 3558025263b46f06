/** Serves auditors: points histories from the log, proofs, signed heads, and the export of a fan's data. */
@NullMarked
package encore.api.audit;

import org.jspecify.annotations.NullMarked;
