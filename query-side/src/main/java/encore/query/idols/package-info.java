/** Keeps the idols of accounts. */
@NullMarked
package encore.query.idols;

import org.jspecify.annotations.NullMarked;
