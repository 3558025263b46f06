/** What keeps the keys: a master key that wraps them, marks that tell lost ones, files that only their owner reads. */
@NullMarked
package encore.infra.eventstore.keys;

import org.jspecify.annotations.NullMarked;
