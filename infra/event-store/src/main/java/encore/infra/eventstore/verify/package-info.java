/**
 * Verifies a log's hash chain from its start, and whether the log still reaches every position that others have seen.
 */
@NullMarked
package encore.infra.eventstore.verify;

import org.jspecify.annotations.NullMarked;
