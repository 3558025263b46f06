/** Keeps idols and their events, and joins events with their present venues and performances. */
@NullMarked
package encore.query.idols;

import org.jspecify.annotations.NullMarked;
