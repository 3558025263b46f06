/** Answers about streams and their records. */
@NullMarked
package encore.query.fanstreams;

import org.jspecify.annotations.NullMarked;
