/** Windows of a show: the times in which fans may answer a quiz question or click. */
@NullMarked
package encore.kernel.shows.windows;

import org.jspecify.annotations.NullMarked;
