/** The records of streams. */
@NullMarked
package encore.kernel.fanstreams.records;

import org.jspecify.annotations.NullMarked;
