package encore.query.sessions;

import encore.infra.backend.ControlMessage;
import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.infra.views.criteria.Index;
import encore.infra.views.criteria.Where;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.fans.FanId;
import encore.kernel.paging.Page;
import encore.kernel.sessions.Login;
import encore.kernel.sessions.LoginBuilder;
import encore.kernel.sessions.SessionEvent.EndOfFanSessions;
import encore.kernel.sessions.SessionEvent.EndOfGuestSession;
import encore.kernel.sessions.SessionEvent.FanSessionOpened;
import encore.kernel.sessions.SessionEvent.FanSessionProlonged;
import encore.kernel.sessions.SessionEvent.FanSessionsEnded;
import encore.kernel.sessions.SessionEvent.FanSessionsRevoked;
import encore.kernel.sessions.SessionEvent.GuestSessionEnded;
import encore.kernel.sessions.SessionEvent.GuestSessionExpired;
import encore.kernel.sessions.SessionEvent.GuestSessionOpened;
import encore.kernel.sessions.SessionEvent.GuestSessionProlonged;
import encore.kernel.sessions.SessionEvent.GuestSessionRevoked;
import encore.kernel.sessions.SessionEvent.TermsAccepted;
import encore.kernel.sessions.SessionQuery.FindLogin;
import encore.kernel.sessions.SessionQuery.FindLoginAddresses;
import encore.kernel.sessions.SessionQuery.FindLogins;
import encore.kernel.sessions.SessionQuery.FindTermsOfFan;
import encore.kernel.sessions.SessionQuery.LoginAddress;
import encore.kernel.sessions.logins.TermsAcceptance;
import encore.query.documents.Keyset;
import encore.query.projection.ControlPublisher;
import encore.query.projection.ControlSource;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Flux;

/**
 * Keeps the sessions of guests until they end or a day after they ran out, and the logins and accepted terms of fans until
 * the fan is erased. It sends gateways the sessions that have ended and which fans were erased, but never all sessions.
 */
@Component
class SessionsProjection implements ControlSource {

    private static final Collection<StoredLogin> LOGINS =
            Collection.of("logins", StoredLogin.class, Index.on("account", "fanId", "position"));
    private static final Keyset<StoredLogin> OLDEST_FIRST = Keyset.byPosition(LOGINS, StoredLogin::position);
    private static final Collection<LastLogin> LAST_LOGINS = Collection.of("last_logins", LastLogin.class);

    private static final Collection<StoredTerms> TERMS = Collection.of("terms", StoredTerms.class);

    private final ControlPublisher publisher = new ControlPublisher();

    /**
     * A login with the key of the same fan's login before it. An erasure follows these keys to find all logins of the
     * fan, because an event handler cannot walk an index.
     *
     * @param fanId null for a guest
     * @param previous the key of the fan's login before this one; null for the first, and for guests
     */
    record StoredLogin(
            long account,
            @Nullable Long fanId,
            long position,
            @Nullable String previous,
            Login login) {

        StoredLogin with(UnaryOperator<LoginBuilder> change) {
            return new StoredLogin(
                    account,
                    fanId,
                    position,
                    previous,
                    change.apply(LoginBuilder.builder(login)).build());
        }
    }

    /**
     * The newest login of a fan.
     *
     * @param key null when the fan was erased
     */
    record LastLogin(@Nullable String key) {}

    /** The legal texts that a fan has accepted, oldest first. */
    record StoredTerms(List<TermsAcceptance> accepted) {

        StoredTerms with(TermsAcceptance next) {
            return accepted.stream().anyMatch(each -> each.version().equals(next.version()))
                    ? this
                    : new StoredTerms(Stream.concat(accepted.stream(), Stream.of(next))
                            .sorted(Comparator.comparing(TermsAcceptance::acceptedAt))
                            .toList());
        }
    }

    @Override
    public Views.Shape shape() {
        return new Views.Shape("sessions", List.of(LOGINS, LAST_LOGINS, TERMS));
    }

    @EventHandler
    void on(FanSessionOpened event, RecordedEvent recordedEvent, Documents.Batch documents) {
        FanId fan = event.logins().fan();
        String key = key(fan.account(), event.sessionHash());
        LastLogin last = documents.get(LAST_LOGINS, fan.toString());
        if (documents.get(LOGINS, key) != null || last != null && last.key() == null) {
            return;
        }
        Login login = LoginBuilder.builder()
                .account(fan.account())
                .position(recordedEvent.position())
                .sessionHash(event.sessionHash())
                .businessId(event.details().businessId())
                .creationTimestamp(recordedEvent.at())
                .expiresAt(event.expiresAt())
                .fanId(fan.number())
                .pageTabId(event.details().pageTabId())
                .details(event.details())
                .build();
        documents.put(
                LOGINS,
                key,
                new StoredLogin(
                        fan.account(),
                        fan.number(),
                        recordedEvent.position(),
                        last == null ? null : last.key(),
                        login));
        documents.put(LAST_LOGINS, fan.toString(), new LastLogin(key));
    }

    @EventHandler
    void on(TermsAccepted event, RecordedEvent recordedEvent, Documents.Batch documents) {
        String fan = event.logins().fan().toString();
        LastLogin last = documents.get(LAST_LOGINS, fan);
        if (last != null && last.key() == null) {
            return;
        }
        StoredTerms known = documents.get(TERMS, fan);
        documents.put(
                TERMS,
                fan,
                (known == null ? new StoredTerms(List.of()) : known)
                        .with(new TermsAcceptance(event.version(), recordedEvent.at())));
    }

    @EventHandler
    void on(FanSessionProlonged event, Documents.Batch documents) {
        prolong(key(event.logins().account(), event.sessionHash()), event.expiresAt(), documents);
    }

    @EventHandler
    void on(FanSessionsEnded event, RecordedEvent recordedEvent, Documents.Batch documents) {
        end(event, recordedEvent, documents);
    }

    @EventHandler
    void on(FanSessionsRevoked event, RecordedEvent recordedEvent, Documents.Batch documents) {
        end(event, recordedEvent, documents);
    }

    private static void end(EndOfFanSessions event, RecordedEvent recordedEvent, Documents.Batch documents) {
        for (String sessionHash : event.sessionHashes()) {
            String key = key(event.logins().account(), sessionHash);
            StoredLogin known = documents.get(LOGINS, key);
            if (known != null) {
                documents.put(LOGINS, key, known.with(login -> login.endedAt(recordedEvent.at())));
            }
        }
    }

    @EventHandler
    void on(GuestSessionOpened event, RecordedEvent recordedEvent, Documents.Batch documents) {
        long account = event.guest().account();
        Login login = LoginBuilder.builder()
                .account(account)
                .position(recordedEvent.position())
                .sessionHash(event.guest().ref())
                .businessId(event.businessId())
                .creationTimestamp(recordedEvent.at())
                .expiresAt(event.expiresAt())
                .pageTabId(event.pageTabId())
                .build();
        documents.put(
                LOGINS,
                key(account, event.guest().ref()),
                new StoredLogin(account, null, recordedEvent.position(), null, login));
    }

    @EventHandler
    void on(GuestSessionProlonged event, Documents.Batch documents) {
        prolong(key(event.guest().account(), event.guest().ref()), event.expiresAt(), documents);
    }

    @EventHandler
    void on(GuestSessionEnded event, Documents.Batch documents) {
        documents.remove(LOGINS, key(event.guest().account(), event.guest().ref()));
    }

    @EventHandler
    void on(GuestSessionExpired event, Documents.Batch documents) {
        documents.remove(LOGINS, key(event.guest().account(), event.guest().ref()));
    }

    @EventHandler
    void on(GuestSessionRevoked event, Documents.Batch documents) {
        documents.remove(LOGINS, key(event.guest().account(), event.guest().ref()));
    }

    @EventHandler
    void on(FanErased event, Documents.Batch documents) {
        LastLogin last = documents.get(LAST_LOGINS, event.fan().toString());
        String key = last == null ? null : last.key();
        while (key != null) {
            StoredLogin login = documents.get(LOGINS, key);
            documents.remove(LOGINS, key);
            key = login == null ? null : login.previous();
        }
        documents.remove(TERMS, event.fan().toString());
        documents.put(LAST_LOGINS, event.fan().toString(), new LastLogin(null));
    }

    private static void prolong(String key, Instant expiresAt, Documents.Batch documents) {
        StoredLogin known = documents.get(LOGINS, key);
        if (known != null) {
            documents.put(LOGINS, key, known.with(login -> login.expiresAt(expiresAt)));
        }
    }

    private static String key(long account, String sessionHash) {
        return account + "." + sessionHash;
    }

    @QueryHandler
    List<Login> find(FindLogin query, Documents documents) {
        StoredLogin found = documents.get(LOGINS, key(query.account(), query.sessionHash()));
        return found == null ? List.of() : List.of(found.login());
    }

    @QueryHandler
    Page<Login> find(FindLogins query, Documents documents) {
        Where ofFan = Where.all(Where.equal("account", query.account()), Where.equal("fanId", query.fanId()));
        Instant liveAt = query.liveAt();
        return OLDEST_FIRST
                .page(
                        documents,
                        ofFan,
                        query.paging(),
                        row -> liveAt == null || row.document().login().isLiveAt(liveAt))
                .map(StoredLogin::login);
    }

    @QueryHandler
    List<TermsAcceptance> find(FindTermsOfFan query, Documents documents) {
        StoredTerms found = documents.get(TERMS, new FanId(query.account(), query.fanId()).toString());
        return found == null ? List.of() : found.accepted();
    }

    @QueryHandler
    List<LoginAddress> find(FindLoginAddresses query, Documents documents) {
        List<String> keys = query.sessionHashes().stream()
                .distinct()
                .map(sessionHash -> key(query.account(), sessionHash))
                .toList();
        Map<String, StoredLogin> found = documents.getAll(LOGINS, keys);
        List<LoginAddress> addresses = new ArrayList<>();
        for (StoredLogin stored : found.values()) {
            Login login = stored.login();
            if (login.details() != null && login.details().ipAddress() != null) {
                addresses.add(
                        new LoginAddress(login.sessionHash(), login.details().ipAddress()));
            }
        }
        return addresses;
    }

    @Override
    public synchronized void load(Documents documents) {
        publisher.disconnectAll();
    }

    @Override
    public synchronized void apply(List<RecordedEvent> events) {
        for (RecordedEvent recordedEvent : events) {
            switch (recordedEvent.event()) {
                case EndOfFanSessions ended ->
                    publisher.publish(
                            new ControlMessage.SessionsEnded(ended.logins().account(), ended.sessionHashes()));
                case GuestSessionExpired expired -> {
                    // No gateway keeps a session that ran out a day ago.
                }
                case EndOfGuestSession ended ->
                    publisher.publish(new ControlMessage.SessionsEnded(
                            ended.guest().account(), List.of(ended.guest().ref())));
                case FanErased erased ->
                    publisher.publish(new ControlMessage.FanErased(
                            erased.fan().account(), erased.fan().number(), recordedEvent.position()));
                default -> {}
            }
        }
    }

    @Override
    public synchronized Flux<ControlMessage> follow(long reached) {
        return publisher.follow(List.of(), reached);
    }
}
