package encore.query.registrations;

import encore.kernel.Page;
import encore.kernel.registrations.Registration;
import encore.kernel.registrations.RegistrationQuery.FindRegistrations;
import encore.kernel.registrations.RegistrationQuery.FindRegistrationsOfFan;
import encore.kernel.registrations.RegistrationQuery.FindToldRegistrations;
import encore.kernel.registrations.RegistrationQuery.FindToldRegistrationsOfFan;
import encore.kernel.tickets.TicketEventsQuery.FindConnectedTicketEvents;
import encore.kernel.tickets.TicketEventsQuery.FindLinkedPerformances;
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
class RegistrationsOfPerformances implements QueryComponent {

    private static final Comparator<Registration> LATEST_FIRST = Comparator.comparing(
            Registration::registrationTimestamp, Comparator.nullsLast(Comparator.<Instant>reverseOrder()));

    private final QueryGateway questions;

    RegistrationsOfPerformances(QueryGateway questions) {
        this.questions = questions;
    }

    @QueryHandler
    List<Registration> find(FindRegistrations query) {
        String performance = query.performanceUid();
        if (performance == null) {
            return linked(query.account(), questions.ask(told(query, null)));
        }
        return questions.ask(new FindConnectedTicketEvents(query.account(), List.of(performance))).stream()
                .map(event -> event.details().claimed())
                .distinct()
                .flatMap(event -> questions.ask(told(query, event)).stream())
                .sorted(LATEST_FIRST)
                .limit(query.limit())
                .map(registration -> registration.of(performance))
                .toList();
    }

    private static FindToldRegistrations told(FindRegistrations query, @Nullable String event) {
        return new FindToldRegistrations(query.account(), query.days(), query.email(), event, query.limit());
    }

    @QueryHandler
    Page<Registration> find(FindRegistrationsOfFan query) {
        Page<Registration> page =
                questions.ask(new FindToldRegistrationsOfFan(query.account(), query.fanId(), query.paging()));
        return new Page<>(
                linked(query.account(), page.rows()), page.first(), page.last(), page.more(), page.position());
    }

    private List<Registration> linked(long account, List<Registration> registrations) {
        List<String> events =
                registrations.stream().map(Registration::event).distinct().toList();
        if (events.isEmpty()) {
            return registrations;
        }
        Map<String, String> performances =
                questions.ask(new FindLinkedPerformances(account, events)).performances();
        return performances.isEmpty()
                ? registrations
                : registrations.stream()
                        .map(one -> one.of(performances.get(one.event())))
                        .toList();
    }
}
