/** Answers idol events by criteria, and joins them with the names of idols, venues and performances. */
@NullMarked
package encore.query.idolevents;

import org.jspecify.annotations.NullMarked;
