/** Applies batches of events to the documents of one partition, and keeps its dead letters. */
@NullMarked
package encore.query.batches;

import org.jspecify.annotations.NullMarked;
