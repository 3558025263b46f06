/** Associations: which performances and idol events fans save, and which they go to. */
@NullMarked
package encore.kernel.associations;

import org.jspecify.annotations.NullMarked;
