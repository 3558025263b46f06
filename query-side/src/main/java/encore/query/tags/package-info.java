/** Keeps what tags there are, and which fans have them. */
@NullMarked
package encore.query.tags;

import org.jspecify.annotations.NullMarked;
