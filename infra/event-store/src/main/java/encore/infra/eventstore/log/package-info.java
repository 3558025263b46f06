/** The event log: the port, its values and what is kept beside it. The format is for ever: docs/log-format.md. */
@NullMarked
package encore.infra.eventstore.log;

import org.jspecify.annotations.NullMarked;
