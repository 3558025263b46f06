/** Template portals over HTTP. */
@NullMarked
package encore.api.portals;

import org.jspecify.annotations.NullMarked;
