package encore.command.sessions;

import encore.command.automations.Automation;
import encore.command.automations.ProcessContext;
import encore.command.automations.Reactions;
import encore.infra.eventstore.RecordedEvent;
import encore.kernel.browserlogin.BrowserCodeEvent.BrowserCodeIssued;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.fans.FanEvent.FanPasswordSet;
import encore.kernel.sessions.LoginsId;
import encore.kernel.sessions.SessionCommand.EndFanSession;
import encore.kernel.sessions.SessionCommand.EndOtherSessions;
import encore.kernel.sessions.SessionEvent.FanSessionOpened;
import org.springframework.stereotype.Component;

/**
 * Ends the other sessions of a fan whose password was set, whichever call set it. A session that was opened before the
 * password ends, except the one whose call set it. A session that was opened after it, but by a comparison with an older
 * password, ends as well: the event of a session says which password was compared.
 */
@Component
class WhenPasswordSetThenEndOtherSessions implements Automation {

    /** The actor of calls with a session is this prefix and its session_ref. */
    static final String SESSION_ACTOR = "session:";

    /**
     * The newest login and the newest password of a fan.
     *
     * @param lastLogin the sequence of the newest session or code in the stream of logins, -1 for none
     * @param password the position of the newest password, 0 for none
     */
    record LastLogin(long lastLogin, long password) {
        private static final LastLogin NONE = new LastLogin(-1, 0);
    }

    @Override
    public Reactions reactions() {
        return Reactions.of(EndOtherSessions.class)
                .sending(EndFanSession.class)
                .keeping(LastLogin.class)
                .on(FanSessionOpened.class, this::opened)
                .on(BrowserCodeIssued.class, this::issued)
                .on(FanPasswordSet.class, this::passwordSet)
                .on(FanErased.class, this::erased);
    }

    private void opened(FanSessionOpened event, RecordedEvent recordedEvent, ProcessContext process) {
        LastLogin before = lastLogin(event.logins(), process);
        process.put(event.logins().toString(), new LastLogin(recordedEvent.sequence(), before.password()));
        if (event.passwordPosition() != null && event.passwordPosition() < before.password()) {
            process.send(new EndFanSession(event.logins(), event.sessionHash(), false));
        }
    }

    /** A code is a login too: if nobody has used it, it becomes invalid with the sessions. */
    private void issued(BrowserCodeIssued event, RecordedEvent recordedEvent, ProcessContext process) {
        LastLogin before = lastLogin(event.logins(), process);
        process.put(event.logins().toString(), new LastLogin(recordedEvent.sequence(), before.password()));
    }

    private void passwordSet(FanPasswordSet event, RecordedEvent recordedEvent, ProcessContext process) {
        LoginsId logins = new LoginsId(event.fan());
        LastLogin before = lastLogin(logins, process);
        process.put(logins.toString(), new LastLogin(before.lastLogin(), recordedEvent.position()));
        if (before.lastLogin() >= 0) {
            String actor = recordedEvent.origin().actor();
            String own = actor.startsWith(SESSION_ACTOR) ? actor.substring(SESSION_ACTOR.length()) : null;
            process.send(new EndOtherSessions(logins, own, before.lastLogin()));
        }
    }

    private void erased(FanErased event, RecordedEvent recordedEvent, ProcessContext process) {
        process.remove(LastLogin.class, new LoginsId(event.fan()).toString());
    }

    private static LastLogin lastLogin(LoginsId logins, ProcessContext process) {
        LastLogin known = process.get(LastLogin.class, logins.toString());
        return known == null ? LastLogin.NONE : known;
    }
}
