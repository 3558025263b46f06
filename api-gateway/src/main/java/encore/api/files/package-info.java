/** Files and documents in memory, compressed for callers who take that. */
@NullMarked
package encore.api.files;

import org.jspecify.annotations.NullMarked;
