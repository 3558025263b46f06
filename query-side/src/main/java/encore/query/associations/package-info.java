/** Tells what fans have to do with performances and idol events. */
@NullMarked
package encore.query.associations;

import org.jspecify.annotations.NullMarked;
