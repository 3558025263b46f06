/** Tags over HTTP: which there are, and who has them. */
@NullMarked
package encore.api.tags;

import org.jspecify.annotations.NullMarked;
