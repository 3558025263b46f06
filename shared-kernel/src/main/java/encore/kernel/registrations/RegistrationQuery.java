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
     * An account's registrations, those of the latest registration_timestamp first.
     *
     * @param days of registration_timestamp
     * @param email of those who registered so
     * @param performanceUid of those who registered for an event that is linked with it
     */
    record FindRegistrations(
            long account,
            Days days,
            @Nullable String email,
            @Nullable String performanceUid,
            int limit) implements RegistrationQuery<List<Registration>> {}

    /**
     * The same as they were told: performances are not theirs, and null.
     *
     * @param event for which, as {@link encore.kernel.tickets.TicketEventDetails#claimed()} spells it
     */
    record FindToldRegistrations(
            long account,
            Days days,
            @Nullable String email,
            @Nullable String event,
            int limit) implements RegistrationQuery<List<Registration>> {}

    /** A fan's registrations, those that were recorded last first. */
    record FindRegistrationsOfFan(long account, long fanId, Paging.NextKey paging)
            implements RegistrationQuery<Page<Registration>> {}

    /** The same as they were told. */
    record FindToldRegistrationsOfFan(long account, long fanId, Paging.NextKey paging)
            implements RegistrationQuery<Page<Registration>> {}

    /** Asks for those with these uids; who is not there is left out. */
    record FindRegistrationsByUid(long account, List<String> uids) implements RegistrationQuery<ByUid> {
        public FindRegistrationsByUid {
            uids = List.copyOf(uids);
        }
    }

    /** The streams of a fan's registrations. */
    record FindRegistrationStreams(long account, long fanId) implements RegistrationQuery<Streams> {}

    /** Streams by their names. */
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
