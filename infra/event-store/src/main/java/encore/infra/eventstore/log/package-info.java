/** The event log: its interface, its hash chain and its snapshots. Its format never changes: docs/log-format.md. */
@NullMarked
package encore.infra.eventstore.log;

import org.jspecify.annotations.NullMarked;
