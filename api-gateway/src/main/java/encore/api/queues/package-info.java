/** Work that waits for its turn: commands of fans, and calls of foreign hosts. */
@NullMarked
package encore.api.queues;

import org.jspecify.annotations.NullMarked;
