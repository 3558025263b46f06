/** The four styles of paging, and searches that remember what they look for. */
@NullMarked
package encore.api.paging;

import org.jspecify.annotations.NullMarked;
