/** Tells of idols, and of their events with the venues and performances of now. */
@NullMarked
package encore.query.idols;

import org.jspecify.annotations.NullMarked;
