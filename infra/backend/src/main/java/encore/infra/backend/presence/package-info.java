/** The presence of clients in live shows, as gateways and the node that orders joins report it to each other. */
@NullMarked
package encore.infra.backend.presence;

import org.jspecify.annotations.NullMarked;
