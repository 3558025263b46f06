/** The answers about records of streams. */
@NullMarked
package encore.kernel.fanstreams.pages;

import org.jspecify.annotations.NullMarked;
