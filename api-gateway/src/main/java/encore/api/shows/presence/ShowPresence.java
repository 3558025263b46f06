package encore.api.shows.presence;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import encore.api.fanout.ShowRelays;
import encore.api.shows.control.MemberCounts;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.infra.backend.RequestContext;
import encore.infra.backend.presence.PresenceNews;
import encore.infra.backend.presence.PresenceNews.Measured;
import encore.infra.backend.presence.PresenceNews.Members;
import encore.infra.backend.presence.PresenceNews.Replaced;
import encore.infra.backend.presence.PresenceReport;
import encore.infra.backend.presence.PresenceReport.Gone;
import encore.infra.backend.presence.PresenceReport.Present;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.shows.attendance.Attendance;
import encore.kernel.shows.attendance.AttendanceCommand.RecordAttendance;
import encore.kernel.shows.attendance.AttendanceId;
import encore.kernel.shows.rooms.RoomName;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.util.retry.Retry;

/**
 * The connections of this gateway in live shows. It reports them to the query node that orders joins, and acts on that
 * node's news: it closes connections whose owner joined later elsewhere, sends rooms their numbers of members, and records the
 * attendance. When the node is lost, the next one gets all connections.
 */
@Component
public class ShowPresence implements MemberCounts, SmartLifecycle {

    private static final Logger LOG = LoggerFactory.getLogger(ShowPresence.class);
    private static final Duration RETRY_DELAY = Duration.ofMillis(200);

    private final Backend backend;
    private final ShowRelays relays;

    @GuardedBy("this")
    private final Map<String, Local> connections = new LinkedHashMap<>();

    @GuardedBy("this")
    private final Map<Owner, String> byOwner = new HashMap<>();

    /** Connections that were replaced and are not yet closed. What they still report counts no more. */
    @GuardedBy("this")
    private final Set<String> replaced = new HashSet<>();

    /** The connections of this gateway by their rooms. */
    @GuardedBy("this")
    private final Map<RoomKey, Integer> here = new HashMap<>();

    @GuardedBy("this")
    private Sinks.Many<PresenceReport> reports = Sinks.many().unicast().onBackpressureBuffer();

    /** The members of rooms over all gateways, as the presence node sent them last. */
    private final Map<RoomKey, Integer> allMembers = new ConcurrentHashMap<>();

    private volatile @Nullable Disposable following;

    private record Owner(long account, String name) {}

    private record RoomKey(long account, String roomName) {}

    private record Local(Present report, Runnable replaced) {}

    ShowPresence(Backend backend, ShowRelays relays) {
        this.backend = backend;
        this.relays = relays;
    }

    /**
     * Reports a connection and the rooms that it is in. An earlier connection of its owner is replaced. A connection that
     * joined before the one that is known is itself replaced: its join was decided late.
     *
     * @param replaced is called when the owner joins later with another connection
     */
    public void report(Present report, Runnable replaced) {
        Runnable earlier;
        synchronized (this) {
            if (this.replaced.contains(report.connectionId())) {
                return;
            }
            if (isBehindLaterJoin(report)) {
                this.replaced.add(report.connectionId());
                earlier = replaced;
            } else {
                Local before = connections.put(report.connectionId(), new Local(report, replaced));
                count(report, 1);
                if (before == null) {
                    earlier = replace(report);
                } else {
                    count(before.report, -1);
                    earlier = () -> {};
                }
                reports.tryEmitNext(report);
            }
        }
        earlier.run();
    }

    @GuardedBy("this")
    private boolean isBehindLaterJoin(Present report) {
        String known = byOwner.get(new Owner(report.account(), report.owner()));
        Local local = known == null || known.equals(report.connectionId()) ? null : connections.get(known);
        return local != null && local.report.joinedAt() > report.joinedAt();
    }

    @GuardedBy("this")
    private Runnable replace(Present report) {
        String before = byOwner.put(new Owner(report.account(), report.owner()), report.connectionId());
        Local earlier = before == null ? null : connections.remove(before);
        if (earlier == null) {
            return () -> {};
        }
        count(earlier.report, -1);
        replaced.add(earlier.report.connectionId());
        reports.tryEmitNext(new Gone(earlier.report.connectionId()));
        return earlier.replaced;
    }

    /** Reports that a connection is closed. */
    public synchronized void gone(String connectionId) {
        boolean wasReplaced = replaced.remove(connectionId);
        if (forget(connectionId) != null || wasReplaced) {
            reports.tryEmitNext(new Gone(connectionId));
        }
    }

    @GuardedBy("this")
    private @Nullable Local forget(String connectionId) {
        Local local = connections.remove(connectionId);
        if (local != null) {
            count(local.report, -1);
            byOwner.remove(new Owner(local.report.account(), local.report.owner()), connectionId);
        }
        return local;
    }

    @GuardedBy("this")
    private void count(Present report, int step) {
        for (String room : report.rooms()) {
            here.merge(
                    new RoomKey(report.account(), room),
                    step,
                    (before, more) -> before + more == 0 ? null : before + more);
        }
    }

    /** Returns how many clients are in a room, over all gateways, as far as this gateway knows. */
    public int members(long account, String roomName) {
        RoomKey room = new RoomKey(account, roomName);
        return Math.max(allMembers.getOrDefault(room, 0), here(room));
    }

    private synchronized int here(RoomKey room) {
        return here.getOrDefault(room, 0);
    }

    @Override
    public Mono<Map<String, Integer>> of(Caller caller, long pageTabId) {
        return Mono.fromSupplier(() -> {
            Map<String, Integer> counts = new HashMap<>();
            Stream.concat(allMembers.keySet().stream(), roomsHere().stream())
                    .filter(room -> isOfShow(room, caller.account(), pageTabId))
                    .forEach(room -> counts.put(room.roomName(), members(room.account(), room.roomName())));
            return counts;
        });
    }

    private synchronized List<RoomKey> roomsHere() {
        return List.copyOf(here.keySet());
    }

    private static boolean isOfShow(RoomKey room, long account, long pageTabId) {
        return room.account() == account
                && RoomName.parse(room.roomName())
                        .filter(name -> name.pageTabId() == pageTabId && !name.isReplay())
                        .isPresent();
    }

    @Override
    public void start() {
        following = Flux.defer(() -> backend.presence(all()))
                .doOnNext(this::act)
                .doOnError(
                        failure -> LOG.debug("The presence node was lost; the next one gets all connections", failure))
                .retryWhen(Retry.fixedDelay(Long.MAX_VALUE, RETRY_DELAY))
                .repeatWhen(ends -> ends.delayElements(RETRY_DELAY))
                .subscribe();
    }

    /** Returns all connections, and then each report that follows. The next node sends all members anew. */
    private synchronized Flux<PresenceReport> all() {
        allMembers.clear();
        List<PresenceReport> now = connections.values().stream()
                .<PresenceReport>map(local -> local.report.again())
                .toList();
        reports.tryEmitComplete();
        reports = Sinks.many().unicast().onBackpressureBuffer();
        return Flux.concat(Flux.fromIterable(now), reports.asFlux());
    }

    @Override
    public void stop() {
        Disposable open = following;
        following = null;
        if (open != null) {
            open.dispose();
        }
    }

    @Override
    public boolean isRunning() {
        return following != null;
    }

    private void act(PresenceNews news) {
        switch (news) {
            case Replaced replaced -> replaced(replaced.connectionId());
            case Members now -> {
                if (now.members() == 0) {
                    allMembers.remove(new RoomKey(now.account(), now.roomName()));
                } else {
                    allMembers.put(new RoomKey(now.account(), now.roomName()), now.members());
                }
                RoomName.parse(now.roomName())
                        .ifPresent(room ->
                                relays.sendMembers(now.account(), room.pageTabId(), now.roomName(), now.members()));
            }
            case Measured measured -> record(measured);
        }
    }

    private void replaced(String connectionId) {
        Local local;
        synchronized (this) {
            local = forget(connectionId);
            if (local != null) {
                replaced.add(connectionId);
            }
        }
        if (local != null) {
            local.replaced.run();
        }
    }

    private void record(Measured measured) {
        Caller caller = new Caller(measured.account(), "live", RequestContext.defaults());
        backend.send(
                        caller,
                        new RecordAttendance(
                                new AttendanceId(new CampaignId(measured.account(), measured.pageTabId())),
                                Instant.ofEpochMilli(measured.slotStart()),
                                new Attendance(
                                        measured.fanCount(),
                                        measured.connectionCount(),
                                        measured.openedCount(),
                                        measured.closedCount())))
                .subscribe(recorded -> {}, failure -> LOG.debug("The attendance of a show was not recorded", failure));
    }
}
