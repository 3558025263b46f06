package encore.kernel.tickets.ticketevents;

import encore.kernel.Event;
import encore.kernel.published.PublishedValue;
import org.axonframework.serialization.Revision;

/** Everything that can happen to a ticket event. Each event but the last holds all of its data. */
public sealed interface TicketEventsEvent extends Event {

    TicketEventId ticketEvent();

    /**
     * A ticket event was created.
     *
     * @param byTicket whether its first ticket created it
     */
    @Revision("1")
    record TicketEventMade(
            @PublishedValue TicketEventId ticketEvent,
            @PublishedValue TicketEventDetails details,
            boolean byTicket) implements TicketEventsEvent {}

    /** The customer changed a ticket event. */
    @Revision("1")
    record TicketEventChanged(
            @PublishedValue TicketEventId ticketEvent,
            @PublishedValue TicketEventDetails details) implements TicketEventsEvent {}

    /** Staff changed the components that only it sets. */
    @Revision("1")
    record TicketEventCurated(
            @PublishedValue TicketEventId ticketEvent,
            @PublishedValue TicketEventDetails details) implements TicketEventsEvent, Event.ManagementAction {
        @Override
        public String target() {
            return ticketEvent.toString();
        }
    }

    /** A ticket event was removed. Its tickets stay. */
    @Revision("1")
    record TicketEventRemoved(@PublishedValue TicketEventId ticketEvent)
            implements TicketEventsEvent, Event.FinalEvent {}
}
