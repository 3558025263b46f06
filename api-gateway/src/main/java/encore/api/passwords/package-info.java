/** Hashes and compares fans' passwords. */
@NullMarked
package encore.api.passwords;

import org.jspecify.annotations.NullMarked;
