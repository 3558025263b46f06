/** Keeps what performances there are, and tells where they take place. */
@NullMarked
package encore.query.performances;

import org.jspecify.annotations.NullMarked;
