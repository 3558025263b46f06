package encore.kernel.registrations;

import encore.kernel.Query;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging;
import encore.kernel.time.Days;
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
     *     {@link encore.kernel.tickets.ticketevents.TicketEventDetails#claimed()} spells it; null for all
     */
    record FindStoredRegistrations(
            long account,
            Days days,
            @Nullable String email,
            @Nullable String event,
            int limit) implements RegistrationQuery<List<Registration>> {}

    /** A fan's registrations, the last recorded first. */
    record FindRegistrationsOfFan(long account, long fanId, Paging.NextKey paging)
            implements RegistrationQuery<Page<Registration>> {}

    /** A fan's registrations as they are stored, the last recorded first. */
    record FindStoredRegistrationsOfFan(long account, long fanId, Paging.NextKey paging)
            implements RegistrationQuery<Page<Registration>> {}

    /** Registrations by uid. Unknown uids are left out. */
    record FindRegistrationsByUid(long account, List<String> uids) implements RegistrationQuery<RegistrationsByUid> {
        public FindRegistrationsByUid {
            uids = List.copyOf(uids);
        }
    }

    /** The streams of a fan's registrations. */
    record FindRegistrationStreams(long account, long fanId) implements RegistrationQuery<RegistrationStreams> {}

    /** Names of streams of registrations. */
    record RegistrationStreams(List<String> names) {
        public RegistrationStreams {
            names = List.copyOf(names);
        }
    }

    /** Registrations by their uids. */
    record RegistrationsByUid(Map<String, Registration> registrations) {
        public RegistrationsByUid {
            registrations = Map.copyOf(registrations);
        }
    }
}
