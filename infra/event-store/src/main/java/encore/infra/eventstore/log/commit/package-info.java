/** A commit: the events and keys that a command hands to the log, the log's answer, and the reasons to refuse it. */
@NullMarked
package encore.infra.eventstore.log.commit;

import org.jspecify.annotations.NullMarked;
