/** Keeps the associations of fans with performances and idol events. */
@NullMarked
package encore.query.associations;

import org.jspecify.annotations.NullMarked;
