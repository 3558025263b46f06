/** Decides on streams, and on the records that fans send and staff imports. */
@NullMarked
package encore.command.fanstreams;

import org.jspecify.annotations.NullMarked;
