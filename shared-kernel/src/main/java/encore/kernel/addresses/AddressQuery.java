package encore.kernel.addresses;

import encore.kernel.Query;
import java.util.List;

/** Everything that can be asked about monitored addresses. */
public sealed interface AddressQuery<R> extends Query<R> {

    /** All monitored addresses of an account, oldest first. */
    record FindMonitoredAddresses(long account) implements AddressQuery<List<MonitoredAddress>> {}
}
