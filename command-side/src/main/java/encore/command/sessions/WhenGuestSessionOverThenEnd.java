package encore.command.sessions;

import encore.command.automations.Automation;
import encore.command.automations.ProcessContext;
import encore.command.automations.Reactions;
import encore.kernel.StreamId;
import encore.kernel.sessions.GuestId;
import encore.kernel.sessions.SessionCommand.ExpireGuestSession;
import encore.kernel.sessions.SessionEvent.EndOfGuestSession;
import encore.kernel.sessions.SessionEvent.GuestSessionEnded;
import encore.kernel.sessions.SessionEvent.GuestSessionExpired;
import encore.kernel.sessions.SessionEvent.GuestSessionOpened;
import encore.kernel.sessions.SessionEvent.GuestSessionProlonged;
import encore.kernel.sessions.SessionEvent.GuestSessionRevoked;
import java.time.Duration;
import java.time.Instant;
import org.springframework.stereotype.Component;

/**
 * Ends sessions of guests a day after they ran out. A projection has no clock, so without this event their documents would
 * stay.
 */
@Component
class WhenGuestSessionOverThenEnd implements Automation {

    /** More than the clocks of gateways and command nodes differ: the times of a session are those of its gateway. */
    static final Duration KEPT_OVER = Duration.ofDays(1);

    @Override
    public Reactions reactions() {
        return Reactions.of(ExpireGuestSession.class)
                .on(
                        GuestSessionOpened.class,
                        (event, at, process) -> endLater(event.guest(), event.expiresAt(), process))
                .on(
                        GuestSessionProlonged.class,
                        (event, at, process) -> endLater(event.guest(), event.expiresAt(), process))
                .on(GuestSessionEnded.class, (event, at, process) -> ended(event, process))
                .on(GuestSessionRevoked.class, (event, at, process) -> ended(event, process))
                .on(GuestSessionExpired.class, (event, at, process) -> ended(event, process))
                .onTimer((due, process) ->
                        process.send(new ExpireGuestSession(StreamId.parse(GuestId.class, due.key()))));
    }

    private static void endLater(GuestId guest, Instant expiresAt, ProcessContext process) {
        process.at(expiresAt.plus(KEPT_OVER), guest.toString());
    }

    private static void ended(EndOfGuestSession event, ProcessContext process) {
        process.cancel(event.guest().toString());
    }
}
