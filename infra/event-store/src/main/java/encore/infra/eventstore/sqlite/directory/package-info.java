/** A data directory as a whole: locking, the check at a start, backup and restore, export, repair of a stopped log. */
@NullMarked
package encore.infra.eventstore.sqlite.directory;

import org.jspecify.annotations.NullMarked;
