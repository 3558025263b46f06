/** Keeps template portals and their templates. */
@NullMarked
package encore.query.portals;

import org.jspecify.annotations.NullMarked;
