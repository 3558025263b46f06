/** Whether this installation may call customers and send messages. */
@NullMarked
package encore.infra.eventstore.deliveries;

import org.jspecify.annotations.NullMarked;
