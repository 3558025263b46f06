/** Keeps which idols fans have. */
@NullMarked
package encore.query.likings;

import org.jspecify.annotations.NullMarked;
