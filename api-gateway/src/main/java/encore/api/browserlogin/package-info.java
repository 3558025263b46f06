/** Building blocks of the pages on which fans log in by browser. The pages need no script. */
@NullMarked
package encore.api.browserlogin;

import org.jspecify.annotations.NullMarked;
