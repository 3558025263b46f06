/** Keeps what networks there are. */
@NullMarked
package encore.query.networks;

import org.jspecify.annotations.NullMarked;
