/** Keeps the idols of fans. */
@NullMarked
package encore.query.likings;

import org.jspecify.annotations.NullMarked;
