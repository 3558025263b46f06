/** Keeps fans for reading, for search by name and for following their changes. */
@NullMarked
package encore.query.fans;

import org.jspecify.annotations.NullMarked;
