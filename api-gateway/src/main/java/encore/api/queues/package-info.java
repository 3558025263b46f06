/** Commands of fans that wait for their turn. */
@NullMarked
package encore.api.queues;

import org.jspecify.annotations.NullMarked;
