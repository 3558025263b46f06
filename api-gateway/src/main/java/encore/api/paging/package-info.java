/** The four forms of paging, and searches whose cursor contains their criteria. */
@NullMarked
package encore.api.paging;

import org.jspecify.annotations.NullMarked;
