/** Streams of records: posts of fans and posts that are imported from networks, for the customer's pages. */
@NullMarked
package encore.kernel.fanstreams;

import org.jspecify.annotations.NullMarked;
