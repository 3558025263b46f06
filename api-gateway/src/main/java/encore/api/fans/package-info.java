/** Fans over HTTP: adding, searching, reading, changing and erasing them, and following their changes. */
@NullMarked
package encore.api.fans;

import org.jspecify.annotations.NullMarked;
