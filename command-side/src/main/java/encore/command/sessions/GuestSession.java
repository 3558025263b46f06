package encore.command.sessions;

import static encore.kernel.Refusal.Kind.CONFLICT;
import static org.axonframework.modelling.command.AggregateCreationPolicy.CREATE_IF_MISSING;
import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import encore.infra.eventstore.Streams;
import encore.kernel.Refusal;
import encore.kernel.sessions.EndedSessions;
import encore.kernel.sessions.GuestId;
import encore.kernel.sessions.LiveSessionState;
import encore.kernel.sessions.OpenedSession;
import encore.kernel.sessions.SessionCommand.EndGuestSession;
import encore.kernel.sessions.SessionCommand.ExpireGuestSession;
import encore.kernel.sessions.SessionCommand.OpenGuestSession;
import encore.kernel.sessions.SessionCommand.UseGuestSession;
import encore.kernel.sessions.SessionEvent.GuestSessionEnded;
import encore.kernel.sessions.SessionEvent.GuestSessionExpired;
import encore.kernel.sessions.SessionEvent.GuestSessionOpened;
import encore.kernel.sessions.SessionEvent.GuestSessionProlonged;
import encore.kernel.sessions.SessionEvent.GuestSessionRevoked;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.modelling.command.AggregateIdentifier;
import org.axonframework.modelling.command.CreationPolicy;
import org.axonframework.spring.stereotype.Aggregate;
import org.jspecify.annotations.Nullable;

/** The session of a guest. It holds nothing personal. */
@Aggregate
class GuestSession {

    @AggregateIdentifier
    private @Nullable GuestId id;

    private @Nullable SessionTerm term;

    GuestSession() {}

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    OpenedSession decide(OpenGuestSession command, Streams streams) {
        theNameIsFree();
        SessionHandler.thePlaceIsKnown(command.guest().account(), command.businessId(), command.pageTabId(), streams);
        SessionTerm first = SessionTerm.Kind.GUEST.startingAt(command.at());
        apply(new GuestSessionOpened(command.guest(), command.businessId(), command.pageTabId(), first.expiresAt()));
        return OpenedSession.until(null, first.expiresAt());
    }

    @CommandHandler
    LiveSessionState decide(UseGuestSession command, Streams streams) {
        SessionTerm now = loadedTerm();
        if (now.isOver(command.at())) {
            throw Refusal.unknown("The session has ended.");
        }
        SessionTerm used = now.usedAt(command.at(), SessionTerm.Kind.GUEST);
        if (!used.equals(now)) {
            apply(new GuestSessionProlonged(command.guest(), used.expiresAt()));
        }
        return new LiveSessionState(
                command.guest().ref(),
                null,
                used.loginAt(),
                used.prolongableFrom(SessionTerm.Kind.GUEST),
                streams.lastPosition(command.guest()));
    }

    @CommandHandler
    EndedSessions decide(EndGuestSession command) {
        apply(command.byStaff() ? new GuestSessionRevoked(command.guest()) : new GuestSessionEnded(command.guest()));
        return new EndedSessions(List.of(command.guest().ref()));
    }

    @CommandHandler
    EndedSessions decide(ExpireGuestSession command, Instant now) {
        if (!loadedTerm().isOver(now)) {
            return new EndedSessions(List.of());
        }
        apply(new GuestSessionExpired(command.guest()));
        return new EndedSessions(List.of(command.guest().ref()));
    }

    private void theNameIsFree() {
        if (id != null) {
            throw new Refusal(CONFLICT, "session-taken", "Another session was opened under this name; try again.");
        }
    }

    private SessionTerm loadedTerm() {
        return Objects.requireNonNull(term, "Axon decides on loaded sessions alone");
    }

    @EventSourcingHandler
    void evolve(GuestSessionOpened event) {
        id = event.guest();
        term = SessionTerm.Kind.GUEST.endingAt(event.expiresAt());
    }

    @EventSourcingHandler
    void evolve(GuestSessionProlonged event) {
        term = loadedTerm().prolongedTo(event.expiresAt());
    }
}
