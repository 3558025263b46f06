package encore.api.tickets;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.input.ClearedComponents;
import encore.api.input.Default;
import encore.api.input.Description;
import encore.api.input.ErrorField;
import encore.api.input.Params;
import encore.api.paging.Listing;
import encore.api.problems.Ids;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.people.Area;
import encore.kernel.tickets.ticketevents.TicketEvent;
import encore.kernel.tickets.ticketevents.TicketEventDetails;
import encore.kernel.tickets.ticketevents.TicketEventDetailsBuilder;
import encore.kernel.tickets.ticketevents.TicketEventId;
import encore.kernel.tickets.ticketevents.TicketEventsCommand;
import encore.kernel.tickets.ticketevents.TicketEventsCommand.CreateTicketEvent;
import encore.kernel.tickets.ticketevents.TicketEventsCommand.DeleteTicketEvent;
import encore.kernel.tickets.ticketevents.TicketEventsCommand.UpdateTicketEvent;
import encore.kernel.tickets.ticketevents.TicketEventsQuery.ListTicketEvents;
import encore.kernel.tickets.ticketevents.TicketEventsQuery.TicketEventSelection;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.Size;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Lists and changes ticket events: the events that tickets are sold for. */
@RestController
@Access(scope = "crm", area = Area.TICKETS, lock = SECRET)
@RequestMapping("/api/v1/crm/tickets/events")
class TicketEventsController {

    /** The ways to change a ticket event. */
    enum Action {
        CREATE,
        UPDATE,
        DELETE
    }

    /** Criteria of ticket events. An event must meet all that are given. */
    record Find(
            @Nullable @Size(max = 255) String eventName,
            @Nullable @Size(max = 255) String eventKey,
            @Nullable LocalDate eventDate,
            @Nullable @Size(max = 255) String network,
            @Nullable @Size(max = 255) String venueName,

            @Description("Only events without tickets. It can be combined with network only.") @Nullable
            Boolean isTicketlessOnly) {

        @AssertTrue(message = "can be combined with network only")
        @ErrorField("is_ticketless_only")
        boolean isAlone() {
            return !Boolean.TRUE.equals(isTicketlessOnly)
                    || eventName == null && eventKey == null && eventDate == null && venueName == null;
        }

        ListTicketEvents query(long account) {
            return new ListTicketEvents(
                    account,
                    new TicketEventSelection(eventName, eventKey, eventDate, network, venueName),
                    Boolean.TRUE.equals(isTicketlessOnly));
        }
    }

    /** An action and its ticket event. */
    record Save(
            @Default("create") @Nullable Action action,

            @Description("Required to update or delete.") @Nullable @Size(max = 64)
            String eventUid,

            @Nullable @Size(max = 255) String eventName,
            @Nullable @Size(max = 255) String eventKey,
            @Nullable LocalDate eventDate,
            @Nullable @Size(max = 255) String network,
            @Nullable @Size(max = 255) String venueName,
            @Nullable @Size(max = 255) String artistName,
            @Nullable String notes,
            @Nullable @Size(max = 255) String labelName,
            @Nullable @Size(max = 255) String eventType,
            ClearedComponents cleared) {

        @AssertTrue(message = "is required for update and delete, and not allowed for create")
        @ErrorField("event_uid")
        boolean isOfAnEvent() {
            return (actionOrCreate() == Action.CREATE) == (eventUid == null);
        }

        @AssertTrue(message = "is required")
        @ErrorField("event_name")
        boolean isNamed() {
            return actionOrCreate() == Action.DELETE || eventName != null;
        }

        @AssertTrue(message = "is required")
        @ErrorField("event_key")
        boolean isKeyed() {
            return actionOrCreate() == Action.DELETE || eventKey != null;
        }

        @AssertTrue(message = "is required")
        @ErrorField("event_date")
        boolean isDated() {
            return actionOrCreate() == Action.DELETE || eventDate != null;
        }

        @AssertTrue(message = "is required")
        @ErrorField("network")
        boolean isOnANetwork() {
            return actionOrCreate() == Action.DELETE || network != null;
        }

        Action actionOrCreate() {
            return action == null ? Action.CREATE : action;
        }

        TicketEventsCommand command(long account) {
            var id = new TicketEventId(account, eventUid == null ? Ids.uid() : eventUid);
            return switch (actionOrCreate()) {
                case CREATE -> new CreateTicketEvent(id, details());
                case UPDATE -> new UpdateTicketEvent(id, cleared.toPatch(details()));
                case DELETE -> new DeleteTicketEvent(id);
            };
        }

        private TicketEventDetails details() {
            return TicketEventDetailsBuilder.builder()
                    .network(network)
                    .eventKey(eventKey)
                    .eventName(eventName)
                    .eventDate(eventDate)
                    .venueName(venueName)
                    .artistName(artistName)
                    .notes(notes)
                    .labelName(labelName)
                    .eventType(eventType)
                    .build();
        }
    }

    /** The number of ticket events. */
    record Meta(int count) {}

    /** Confirms an action, with the uid of its event. */
    record Done(String eventUid, Action action, String status) {}

    private final Backend backend;

    TicketEventsController(Backend backend) {
        this.backend = backend;
    }

    @Description("Lists ticket events, latest first")
    @GetMapping
    Mono<Listing<Meta, TicketEvent>> all(Caller caller, @Params Find in) {
        return backend.ask(caller, in.query(caller.account()))
                .map(events -> new Listing<>(new Meta(events.size()), events));
    }

    @Description("Creates, updates or deletes a ticket event; events of tickets are created automatically")
    @PostMapping
    Mono<Done> save(Caller caller, @Params Save in) {
        return backend.send(caller, in.command(caller.account()))
                .map(event -> new Done(event.eventUid(), in.actionOrCreate(), "success"));
    }
}
