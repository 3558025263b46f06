/** Queries of an auditor: the events of a ledger, the state at a moment, and proofs that an event is in the log. */
@NullMarked
package encore.kernel.audit;

import org.jspecify.annotations.NullMarked;
