/**
 * Keys and secrets: the master key that wraps them, fingerprints that show wrong ones, files that only the owner reads.
 */
@NullMarked
package encore.infra.eventstore.keys;

import org.jspecify.annotations.NullMarked;
