/** What changed lately, over HTTP. */
@NullMarked
package encore.api.updates;

import org.jspecify.annotations.NullMarked;
