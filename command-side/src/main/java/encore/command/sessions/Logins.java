package encore.command.sessions;

import static encore.kernel.Refusal.Kind.CONFLICT;
import static org.axonframework.modelling.command.AggregateCreationPolicy.CREATE_IF_MISSING;
import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Claims.Claim;
import encore.infra.eventstore.Streams;
import encore.kernel.Refusal;
import encore.kernel.browserlogin.BrowserCodeCommand.RecordBrowserCode;
import encore.kernel.browserlogin.BrowserCodeCommand.RedeemBrowserCode;
import encore.kernel.browserlogin.BrowserCodeEvent.BrowserCodeIssued;
import encore.kernel.browserlogin.BrowserCodeEvent.BrowserCodeUsed;
import encore.kernel.browserlogin.BrowserCodeEvent.BrowserCodesRevoked;
import encore.kernel.browserlogin.ExchangedBrowserCode;
import encore.kernel.browserlogin.IssuedBrowserCode;
import encore.kernel.sessions.AcceptedTerms;
import encore.kernel.sessions.EndedSessions;
import encore.kernel.sessions.LiveSessionState;
import encore.kernel.sessions.LoginsId;
import encore.kernel.sessions.OpenedSession;
import encore.kernel.sessions.SessionCommand.EndFanSession;
import encore.kernel.sessions.SessionCommand.EndOtherSessions;
import encore.kernel.sessions.SessionCommand.OpenFanSession;
import encore.kernel.sessions.SessionCommand.ReadAcceptedTerms;
import encore.kernel.sessions.SessionCommand.RevokeSessions;
import encore.kernel.sessions.SessionCommand.UseFanSession;
import encore.kernel.sessions.SessionEvent.EndOfFanSessions;
import encore.kernel.sessions.SessionEvent.FanSessionOpened;
import encore.kernel.sessions.SessionEvent.FanSessionProlonged;
import encore.kernel.sessions.SessionEvent.FanSessionsEnded;
import encore.kernel.sessions.SessionEvent.FanSessionsRevoked;
import encore.kernel.sessions.SessionEvent.TermsAccepted;
import encore.kernel.sessions.SessionId;
import encore.kernel.sessions.logins.LoginDetails;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.eventhandling.SequenceNumber;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.modelling.command.AggregateIdentifier;
import org.axonframework.modelling.command.CreationPolicy;
import org.axonframework.spring.stereotype.Aggregate;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of one fan, and the codes that are exchanged for them. They are in one stream, so that one commit can end
 * all of them. A session is live only as long as its fan is: nothing has to end the sessions of an erased fan.
 */
@Aggregate
class Logins {

    private static final Duration CODE_LIFETIME = Duration.ofSeconds(60);

    @AggregateIdentifier
    private @Nullable LoginsId id;

    /** The sessions that no event has ended, by session_ref, in the order of the logins. */
    private Map<String, FanSession> sessions = new LinkedHashMap<>();

    /** The versions of the legal texts that the fan has accepted. */
    private SortedSet<String> acceptedTerms = new TreeSet<>();

    /** The codes of browser logins that nobody has used, by their hashes. Some of them may be over. */
    private Map<String, BrowserCode> browserCodes = new LinkedHashMap<>();

    /**
     * @param sequence the sequence of the event that opened it
     * @param browserCode the hash of the code that was exchanged for it; null for none
     */
    record FanSession(
            long sequence, SessionTerm term, @Nullable String browserCode) {}

    /** @param sequence the sequence of the event that issued it */
    record BrowserCode(long sequence, Instant expiresAt) {}

    Logins() {}

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    OpenedSession decide(OpenFanSession command, Streams streams, Claims claims) {
        LoginsId logins = command.logins();
        streams.mustBeOpen(logins.fan(), "fan_id");
        SessionHandler.thePlaceIsKnown(
                logins.account(),
                command.details().businessId(),
                command.details().pageTabId(),
                streams);
        Claim claim = new Claim(SessionId.SPACE, logins.account(), command.sessionHash());
        theNameIsFree(claim, claims);
        claims.take(claim, logins);
        SessionTerm first = SessionTerm.Kind.FAN.startingAt(command.at());
        apply(new FanSessionOpened(
                logins, command.sessionHash(), command.details(), command.passwordPosition(), first.expiresAt()));
        String terms = command.acceptedTerms();
        if (terms != null && !acceptedTerms.contains(terms)) {
            apply(new TermsAccepted(logins, terms));
        }
        if (command.replaced() != null && sessions.containsKey(command.replaced())) {
            apply(new FanSessionsEnded(logins, List.of(command.replaced())));
        }
        return OpenedSession.until(logins.fan().number(), first.expiresAt());
    }

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    AcceptedTerms decide(ReadAcceptedTerms command) {
        return new AcceptedTerms(List.copyOf(acceptedTerms));
    }

    @CommandHandler
    LiveSessionState decide(UseFanSession command, Streams streams) {
        streams.mustBeKnown(command.logins().fan());
        FanSession session = liveSession(command.sessionHash(), command.at());
        SessionTerm used = session.term().usedAt(command.at(), SessionTerm.Kind.FAN);
        if (!used.equals(session.term())) {
            apply(new FanSessionProlonged(command.logins(), command.sessionHash(), used.expiresAt()));
        }
        return new LiveSessionState(
                command.sessionHash(),
                command.logins().fan().number(),
                used.loginAt(),
                used.prolongableFrom(SessionTerm.Kind.FAN),
                streams.lastPosition(command.logins()));
    }

    @CommandHandler
    EndedSessions decide(EndFanSession command) {
        if (!sessions.containsKey(command.sessionHash())) {
            throw Refusal.unknown("The session has ended.");
        }
        end(command.logins(), List.of(command.sessionHash()), command.byStaff());
        return new EndedSessions(List.of(command.sessionHash()));
    }

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    IssuedBrowserCode decide(RecordBrowserCode command, Instant now, Streams streams) {
        LoginsId logins = command.logins();
        LoginDetails details = command.login().details();
        streams.mustBeOpen(logins.fan(), "fan_id");
        SessionHandler.thePlaceIsKnown(logins.account(), details.businessId(), details.pageTabId(), streams);
        apply(new BrowserCodeIssued(logins, command.codeHash(), command.login(), now.plus(CODE_LIFETIME)));
        return new IssuedBrowserCode(null);
    }

    /** A code that is used again may have been stolen, so the session that it gave ends. */
    @CommandHandler
    ExchangedBrowserCode decide(RedeemBrowserCode command, Instant now, Streams streams, Claims claims) {
        LoginsId logins = command.login().logins();
        String given = sessionGivenFor(command.codeHash());
        if (given != null) {
            apply(new FanSessionsEnded(logins, List.of(given)));
            return new ExchangedBrowserCode(null, given);
        }
        BrowserCode code = browserCodes.get(command.codeHash());
        if (code == null || !now.isBefore(code.expiresAt())) {
            return ExchangedBrowserCode.WRONG;
        }
        OpenedSession opened = decide(command.login(), streams, claims);
        apply(new BrowserCodeUsed(logins, command.codeHash(), command.login().sessionHash()));
        return new ExchangedBrowserCode(opened, null);
    }

    private @Nullable String sessionGivenFor(String codeHash) {
        return sessions.entrySet().stream()
                .filter(each -> codeHash.equals(each.getValue().browserCode()))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse(null);
    }

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    EndedSessions decide(EndOtherSessions command, Instant now) {
        revokeCodes(command.logins(), command.upTo(), now);
        List<String> others = sessions.entrySet().stream()
                .filter(each -> command.upTo() == null || each.getValue().sequence() <= command.upTo())
                .map(Map.Entry::getKey)
                .filter(session -> !session.equals(command.except()))
                .toList();
        end(command.logins(), others, false);
        return new EndedSessions(others);
    }

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    EndedSessions decide(RevokeSessions command, Instant now, Streams streams) {
        streams.mustBeKnown(command.logins().fan());
        revokeCodes(command.logins(), null, now);
        List<String> all = List.copyOf(sessions.keySet());
        end(command.logins(), all, true);
        return new EndedSessions(all);
    }

    /** Without this, a login that was completed before could still open a session. */
    private void revokeCodes(LoginsId logins, @Nullable Long upTo, Instant now) {
        List<String> open = browserCodes.entrySet().stream()
                .filter(each -> upTo == null || each.getValue().sequence() <= upTo)
                .filter(each -> now.isBefore(each.getValue().expiresAt()))
                .map(Map.Entry::getKey)
                .toList();
        if (!open.isEmpty()) {
            apply(new BrowserCodesRevoked(logins, open));
        }
    }

    private static void end(LoginsId logins, List<String> ended, boolean byStaff) {
        if (!ended.isEmpty()) {
            apply(byStaff ? new FanSessionsRevoked(logins, ended) : new FanSessionsEnded(logins, ended));
        }
    }

    private static void theNameIsFree(Claim claim, Claims claims) {
        if (claims.ownerOf(claim) != null) {
            throw new Refusal(CONFLICT, "session-taken", "Another session was opened under this name; try again.");
        }
    }

    private FanSession liveSession(String sessionHash, Instant at) {
        FanSession session = sessions.get(sessionHash);
        if (session == null || session.term().isOver(at)) {
            throw Refusal.unknown("The session has ended.");
        }
        return session;
    }

    /** Sessions that have run out by then are forgotten, so that the state holds live sessions alone. */
    @EventSourcingHandler
    void evolve(FanSessionOpened event, @SequenceNumber long sequence) {
        id = event.logins();
        SessionTerm term = SessionTerm.Kind.FAN.endingAt(event.expiresAt());
        sessions.values().removeIf(each -> each.term().isOver(term.loginAt()));
        sessions.put(event.sessionHash(), new FanSession(sequence, term, null));
    }

    @EventSourcingHandler
    void evolve(TermsAccepted event) {
        acceptedTerms.add(event.version());
    }

    @EventSourcingHandler
    void evolve(FanSessionProlonged event) {
        sessions.computeIfPresent(
                event.sessionHash(),
                (hash, session) -> new FanSession(
                        session.sequence(), session.term().prolongedTo(event.expiresAt()), session.browserCode()));
    }

    @EventSourcingHandler
    void evolve(BrowserCodeIssued event, @SequenceNumber long sequence) {
        id = event.logins();
        Instant issuedAt = event.expiresAt().minus(CODE_LIFETIME);
        browserCodes.values().removeIf(code -> !issuedAt.isBefore(code.expiresAt()));
        browserCodes.put(event.codeHash(), new BrowserCode(sequence, event.expiresAt()));
    }

    @EventSourcingHandler
    void evolve(BrowserCodeUsed event) {
        browserCodes.remove(event.codeHash());
        sessions.computeIfPresent(
                event.sessionHash(),
                (hash, session) -> new FanSession(session.sequence(), session.term(), event.codeHash()));
    }

    @EventSourcingHandler
    void evolve(BrowserCodesRevoked event) {
        event.codeHashes().forEach(browserCodes::remove);
    }

    @EventSourcingHandler
    void evolve(EndOfFanSessions event) {
        event.sessionHashes().forEach(sessions::remove);
    }
}
