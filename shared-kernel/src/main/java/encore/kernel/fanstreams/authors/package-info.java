/** Authors of whom no more records are taken. */
@NullMarked
package encore.kernel.fanstreams.authors;

import org.jspecify.annotations.NullMarked;
