/** The key store in keys.db: keys wrapped by the master key, their check at a start, and rotation of the master key. */
@NullMarked
package encore.infra.eventstore.sqlite.keys;

import org.jspecify.annotations.NullMarked;
