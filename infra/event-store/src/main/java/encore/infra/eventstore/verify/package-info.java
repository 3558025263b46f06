/** Reads a log from its start and says where it is not what was written, or what names more than it has. */
@NullMarked
package encore.infra.eventstore.verify;

import org.jspecify.annotations.NullMarked;
