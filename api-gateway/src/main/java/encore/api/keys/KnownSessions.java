package encore.api.keys;

import com.github.benmanes.caffeine.cache.AsyncCache;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import encore.api.problems.Problem;
import encore.api.queues.CommandQueue;
import encore.api.queues.CommandQueue.Priority;
import encore.infra.backend.Caller;
import encore.infra.backend.RequestContext;
import encore.kernel.Refusal;
import encore.kernel.fans.FanId;
import encore.kernel.sessions.LiveSessionState;
import encore.kernel.sessions.SessionCommand.UseSession;
import encore.kernel.sessions.SessionId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/**
 * The sessions that this gateway has looked up. The command side decides whether a session is live, on the newest state
 * of its stream, so every gateway knows a session as soon as its session_uid was answered. A look-up is a use: it
 * prolongs the session when that is due. The control stream ends what is known here; a look-up that began before such a
 * message is not kept.
 */
@Component
public class KnownSessions {

    /** A session takes some 300 bytes, so all of them take less than 100 MB. */
    private static final int MAX_SESSIONS = 200_000;

    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

    private final CommandQueue queue;
    private final AsyncCache<SessionId, KnownSession> sessions = Caffeine.newBuilder()
            .maximumSize(MAX_SESSIONS)
            .executor(Runnable::run)
            .buildAsync();
    private final Cache<FanId, KnownSession.FanMark> fans =
            Caffeine.newBuilder().weakValues().executor(Runnable::run).build();
    private final AtomicLong erasures = new AtomicLong();
    private volatile @Nullable SessionNames names;

    KnownSessions(CommandQueue queue) {
        this.queue = queue;
    }

    /** Returns the session_ref of a session_uid that was just minted. */
    public String refOf(String sessionUid) {
        String ref = names().of(sessionUid);
        if (ref == null) {
            throw new IllegalArgumentException("Not a session_uid");
        }
        return ref;
    }

    /**
     * Finds a live session of an account. The Mono fails with a {@link Problem} (401) for one that is malformed,
     * unknown, another account's or over, all alike.
     */
    public Mono<KnownSession> find(long account, String sessionUid) {
        String ref = names().of(sessionUid);
        return ref == null ? Mono.error(KnownSessions::unknown) : find(new SessionId(account, ref));
    }

    /** Finds a session again for a connection that was opened with it, and fails alike. */
    public Mono<KnownSession> findAgain(long account, String ref) {
        return find(new SessionId(account, ref));
    }

    /** Whether this gateway knows a session to be live, or is asking just now. */
    public boolean isKnown(long account, String ref) {
        CompletableFuture<KnownSession> known = sessions.getIfPresent(new SessionId(account, ref));
        if (known == null) {
            return false;
        }
        KnownSession ready = ready(known);
        return !known.isDone() || ready != null && !ready.isOfErasedFan() && ready.isTrusted(Instant.now());
    }

    /** Forgets a session that a call through this gateway has just ended, so that the caller's next call sees it. */
    public void forget(long account, String ref) {
        sessions.asMap().remove(new SessionId(account, ref));
    }

    private Mono<KnownSession> find(SessionId session) {
        return Mono.defer(() -> {
                    CompletableFuture<KnownSession> before = sessions.getIfPresent(session);
                    KnownSession known = before == null ? null : ready(before);
                    if (known != null && !known.isTrusted(Instant.now())) {
                        sessions.asMap().remove(session, before);
                    }
                    return Mono.fromFuture(lookedUp(session), true);
                })
                .filter(known -> !known.isOfErasedFan())
                .switchIfEmpty(Mono.error(KnownSessions::unknown))
                .onErrorMap(KnownSessions::toSessionProblem);
    }

    private static @Nullable KnownSession ready(CompletableFuture<KnownSession> known) {
        return known.state() == Future.State.SUCCESS ? known.resultNow() : null;
    }

    private CompletableFuture<KnownSession> lookedUp(SessionId session) {
        CompletableFuture<KnownSession> fresh = new CompletableFuture<>();
        CompletableFuture<KnownSession> known = sessions.asMap().putIfAbsent(session, fresh);
        if (known != null) {
            return known;
        }
        lookUp(session, fresh);
        return fresh;
    }

    /**
     * Asks the command side. While the answer is on its way, a message that ends the session removes the future from
     * the cache, so that the older answer does not stay. An erasure during the look-up has the same effect: nobody knows
     * yet whose session it is.
     */
    private void lookUp(SessionId session, CompletableFuture<KnownSession> found) {
        long erasuresBefore = erasures.get();
        Caller caller = new Caller(session.account(), "session:" + session.ref(), RequestContext.defaults());
        queue.send(caller, Priority.ARRIVAL, new UseSession(session, Instant.now()))
                .subscribe(
                        state -> {
                            KnownSession known = known(session.account(), state);
                            if (erasures.get() != erasuresBefore) {
                                sessions.asMap().remove(session, found);
                            }
                            found.complete(known);
                        },
                        found::completeExceptionally);
    }

    private KnownSession known(long account, LiveSessionState state) {
        Long fanId = state.fanId();
        KnownSession.FanMark mark = fanId == null
                ? new KnownSession.FanMark()
                : fans.get(new FanId(account, fanId), fan -> new KnownSession.FanMark());
        return new KnownSession(account, state, mark);
    }

    /** Starts anew with the key that session_uids are hashed under. What was known before is forgotten. */
    void begin(byte[] key) {
        if (names == null) {
            names = new SessionNames(key);
        }
        forgetAll();
    }

    /** Forgets all sessions, because ends of some may have been missed. */
    void forgetAll() {
        sessions.asMap().clear();
    }

    void ended(long account, List<String> refs) {
        refs.forEach(ref -> forget(account, ref));
    }

    void erased(long account, long fanId) {
        erasures.incrementAndGet();
        FanId fan = new FanId(account, fanId);
        KnownSession.FanMark mark = fans.getIfPresent(fan);
        if (mark != null) {
            fans.invalidate(fan);
            mark.erase();
        }
    }

    private SessionNames names() {
        SessionNames known = names;
        if (known == null) {
            throw Problem.unavailable(
                    "not-ready",
                    "The gateway is starting or cut off from the query side; try again soon.",
                    RETRY_AFTER);
        }
        return known;
    }

    /**
     * Returns the 401 of a session that is over for a refusal of something unknown: where the path names a session, and
     * nothing else, only its end in the meantime leads to one.
     */
    public static Throwable toSessionProblem(Throwable failure) {
        return failure instanceof Refusal refusal && refusal.kind() == Refusal.Kind.UNKNOWN ? unknown() : failure;
    }

    /** Returns the 401 of a session that is malformed, unknown, another account's or over. */
    public static Problem unknown() {
        return Problem.unauthorized("session-unknown", "The session is unknown or has ended.");
    }
}
