/** Tags of accounts and of fans over HTTP. */
@NullMarked
package encore.api.tags;

import org.jspecify.annotations.NullMarked;
