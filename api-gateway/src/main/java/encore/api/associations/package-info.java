/** Associations of fans with performances and idol events over HTTP. */
@NullMarked
package encore.api.associations;

import org.jspecify.annotations.NullMarked;
