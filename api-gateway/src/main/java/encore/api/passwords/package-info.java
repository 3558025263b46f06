/** Hashes and compares passwords, and judges how hard they are to guess. */
@NullMarked
package encore.api.passwords;

import org.jspecify.annotations.NullMarked;
