package encore.api.sessions;

import encore.infra.backend.Caller;
import encore.kernel.businesses.BusinessId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A call of the login whose parameters have the right shape.
 *
 * @param withSecret whether the customer's server calls, which sends the secret, or anybody
 * @param ipAddress the address of the fan: the one that a trusted call names, else the caller's own; null when it is not
 *     known
 */
record ConnectCall(
        Caller caller,
        boolean withSecret,
        SessionsController.Connect input,
        @Nullable String ipAddress,
        Instant at) {

    BusinessId business() {
        return new BusinessId(caller.account(), input.businessId());
    }
}
