package encore.kernel.trackers.domains;

import encore.kernel.Query;
import java.util.List;

/** Everything that can be asked about domains of trackers. */
public sealed interface TrackerDomainQuery<R> extends Query<R> {

    /** All domains of an account, oldest first. */
    record FindTrackerDomains(long account) implements TrackerDomainQuery<List<TrackerDomain>> {}

    /** One domain of an account; refused as unknown. */
    record FindTrackerDomain(long account, String virtualDomain) implements TrackerDomainQuery<TrackerDomain> {}
}
