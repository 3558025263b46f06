package encore.query.registrations;

import encore.kernel.paging.Page;
import encore.kernel.registrations.Registration;
import encore.kernel.registrations.RegistrationQuery.FindRegistrations;
import encore.kernel.registrations.RegistrationQuery.FindRegistrationsOfFan;
import encore.kernel.registrations.RegistrationQuery.FindStoredRegistrations;
import encore.kernel.registrations.RegistrationQuery.FindStoredRegistrationsOfFan;
import encore.kernel.tickets.ticketevents.TicketEventsQuery.FindConnectedTicketEvents;
import encore.kernel.tickets.ticketevents.TicketEventsQuery.FindLinkedPerformances;
import encore.query.projection.QueryComponent;
import encore.query.projection.QueryGateway;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.axonframework.queryhandling.QueryHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Joins registrations with the performances to which their events are linked now. */
@Component
class RegistrationsWithPerformances implements QueryComponent {

    private static final Comparator<Registration> LATEST_FIRST = Comparator.comparing(
            Registration::registrationTimestamp, Comparator.nullsLast(Comparator.<Instant>reverseOrder()));

    private final QueryGateway queryGateway;

    RegistrationsWithPerformances(QueryGateway queryGateway) {
        this.queryGateway = queryGateway;
    }

    @QueryHandler
    List<Registration> find(FindRegistrations query) {
        String performance = query.performanceUid();
        if (performance == null) {
            return withPerformances(query.account(), queryGateway.ask(rowsQuery(query, null)));
        }
        return queryGateway.ask(new FindConnectedTicketEvents(query.account(), List.of(performance))).stream()
                .map(event -> event.details().claimed())
                .distinct()
                .flatMap(event -> queryGateway.ask(rowsQuery(query, event)).stream())
                .sorted(LATEST_FIRST)
                .limit(query.limit())
                .map(registration -> registration.of(performance))
                .toList();
    }

    private static FindStoredRegistrations rowsQuery(FindRegistrations query, @Nullable String event) {
        return new FindStoredRegistrations(query.account(), query.days(), query.email(), event, query.limit());
    }

    @QueryHandler
    Page<Registration> find(FindRegistrationsOfFan query) {
        Page<Registration> page =
                queryGateway.ask(new FindStoredRegistrationsOfFan(query.account(), query.fanId(), query.paging()));
        return new Page<>(
                withPerformances(query.account(), page.rows()),
                page.first(),
                page.last(),
                page.more(),
                page.position());
    }

    private List<Registration> withPerformances(long account, List<Registration> registrations) {
        List<String> events =
                registrations.stream().map(Registration::eventClaim).distinct().toList();
        if (events.isEmpty()) {
            return registrations;
        }
        Map<String, String> performances =
                queryGateway.ask(new FindLinkedPerformances(account, events)).performances();
        return performances.isEmpty()
                ? registrations
                : registrations.stream()
                        .map(one -> one.of(performances.get(one.eventClaim())))
                        .toList();
    }
}
