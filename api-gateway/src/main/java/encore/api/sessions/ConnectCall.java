package encore.api.sessions;

import encore.api.access.Trust;
import encore.infra.backend.Caller;
import encore.kernel.businesses.BusinessId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A call of the login whose parameters have the right shape.
 *
 * @param trust whether the customer's server calls, or anybody
 * @param ipAddress the address of the fan: the one that a trusted call names, else the caller's own; null when it is not
 *     known
 */
record ConnectCall(
        Caller caller,
        Trust trust,
        SessionsController.Connect input,
        @Nullable String ipAddress,
        Instant at) {

    BusinessId business() {
        return new BusinessId(caller.account(), input.businessId());
    }
}
