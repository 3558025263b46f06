package encore.kernel.registrations;

import encore.kernel.Days;
import encore.kernel.Page;
import encore.kernel.Paging;
import encore.kernel.Query;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Everything that can be asked about registrations. */
public sealed interface RegistrationQuery<R> extends Query<R> {

    /**
     * An account's registrations, the latest registration_timestamp first.
     *
     * @param days the days of registration_timestamp
     * @param email limits the answer to registrations with this email; null for all
     * @param performanceUid limits the answer to events that are linked with this performance; null for all
     */
    record FindRegistrations(
            long account,
            Days days,
            @Nullable String email,
            @Nullable String performanceUid,
            int limit) implements RegistrationQuery<List<Registration>> {}

    /**
     * An account's registrations as they are stored, the latest registration_timestamp first. Performances, which
     * belong to another feature, are null.
     *
     * @param event limits the answer to this ticket event, as
     *     {@link encore.kernel.tickets.TicketEventDetails#claimed()} spells it; null for all
     */
    record FindToldRegistrations(
            long account,
            Days days,
            @Nullable String email,
            @Nullable String event,
            int limit) implements RegistrationQuery<List<Registration>> {}

    /** A fan's registrations, the last recorded first. */
    record FindRegistrationsOfFan(long account, long fanId, Paging.NextKey paging)
            implements RegistrationQuery<Page<Registration>> {}

    /** A fan's registrations as they are stored, the last recorded first. */
    record FindToldRegistrationsOfFan(long account, long fanId, Paging.NextKey paging)
            implements RegistrationQuery<Page<Registration>> {}

    /** Registrations by uid. Unknown uids are left out. */
    record FindRegistrationsByUid(long account, List<String> uids) implements RegistrationQuery<ByUid> {
        public FindRegistrationsByUid {
            uids = List.copyOf(uids);
        }
    }

    /** The streams of a fan's registrations. */
    record FindRegistrationStreams(long account, long fanId) implements RegistrationQuery<Streams> {}

    /** Names of streams of registrations. */
    record Streams(List<String> names) {
        public Streams {
            names = List.copyOf(names);
        }
    }

    /** Registrations by their uids. */
    record ByUid(Map<String, Registration> registrations) {
        public ByUid {
            registrations = Map.copyOf(registrations);
        }
    }
}
