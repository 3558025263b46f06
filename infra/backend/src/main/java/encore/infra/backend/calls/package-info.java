/** The messages by which a gateway asks all gateways for calls, through the query node that joins them. */
@NullMarked
package encore.infra.backend.calls;

import org.jspecify.annotations.NullMarked;
