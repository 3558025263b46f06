package encore.query.answering;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import encore.infra.backend.presence.PresenceNews;
import encore.infra.backend.presence.PresenceNews.Measured;
import encore.infra.backend.presence.PresenceNews.Members;
import encore.infra.backend.presence.PresenceNews.Replaced;
import encore.infra.backend.presence.PresenceReport;
import encore.infra.backend.presence.PresenceReport.Gone;
import encore.infra.backend.presence.PresenceReport.Present;
import encore.kernel.shows.rooms.RoomName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;

/**
 * The connections of all gateways in live shows, in memory. It orders joins: an owner has one connection, and the newest
 * join wins. A report that comes late must not close the connection that came back: a join that is older than the known
 * one by the gateways' clocks is held for a moment, and counts only if its connection lasts. It counts the members of
 * rooms and the attendance of shows. Nothing is stored: the gateways report everything to a node that takes over.
 */
final class PresenceBoard {

    static final Duration SLOT = Duration.ofSeconds(10);

    private static final Duration TICK = Duration.ofSeconds(1);
    private static final Duration MEMBERS_INTERVAL = Duration.ofSeconds(5);

    /** The ticks for which a join is held that reaches this node after a later join: between one and two seconds. */
    private static final int HELD_TICKS = 2;

    @GuardedBy("this")
    private final Set<Gateway> gateways = new LinkedHashSet<>();

    @GuardedBy("this")
    private final Map<Owner, Connection> byOwner = new HashMap<>();

    /** Connections that joined before the known one of their owner, as far as clocks show, by their ids. */
    @GuardedBy("this")
    private final Map<String, Connection> held = new LinkedHashMap<>();

    @GuardedBy("this")
    private final Map<Room, Integer> members = new HashMap<>();

    @GuardedBy("this")
    private final Set<Room> changedRooms = new HashSet<>();

    @GuardedBy("this")
    private final Map<Show, Attendance> attendances = new HashMap<>();

    @GuardedBy("this")
    private @Nullable Disposable timer;

    @GuardedBy("this")
    private long slot;

    @GuardedBy("this")
    private long membersSentAt;

    private record Owner(long account, String name) {}

    private record Room(long account, String name) {}

    private record Show(long account, long pageTabId) {}

    /** A connection as its gateway reported it last. */
    private static final class Connection {
        final Gateway gateway;
        Present report;
        int heldTicks;

        Connection(Gateway gateway, Present report) {
            this.gateway = gateway;
            this.report = report;
        }

        Owner owner() {
            return new Owner(report.account(), report.owner());
        }
    }

    /** A gateway that reports, with its connections by their ids. */
    private static final class Gateway {
        final Map<String, Connection> connections = new HashMap<>();

        /** Connections that were replaced and are not yet closed. The gateway may report them until it knows. */
        final Set<String> replaced = new HashSet<>();

        final Sinks.Many<PresenceNews> news = Sinks.many().unicast().onBackpressureBuffer();

        void send(PresenceNews one) {
            news.tryEmitNext(one);
        }
    }

    /** The attendance of a show in the present slot. */
    private static final class Attendance {
        int fans;
        int mostFans;
        int connections;
        int opened;
        int closed;

        void begin() {
            mostFans = fans;
            opened = 0;
            closed = 0;
        }
    }

    /** Takes a gateway's reports and returns news for it. When the reports end, its connections are gone. */
    Flux<PresenceNews> follow(Flux<PresenceReport> reports) {
        return Flux.defer(() -> {
            Gateway gateway = new Gateway();
            begin(gateway);
            Disposable input =
                    reports.subscribe(report -> take(gateway, report), failure -> end(gateway), () -> end(gateway));
            return gateway.news.asFlux().doFinally(end -> {
                input.dispose();
                end(gateway);
            });
        });
    }

    private synchronized void begin(Gateway gateway) {
        gateways.add(gateway);
        members.forEach((room, count) -> gateway.send(new Members(room.account(), room.name(), count)));
        if (timer == null) {
            slot = slotOf(System.currentTimeMillis());
            timer = Flux.interval(TICK, Schedulers.parallel())
                    .onBackpressureDrop()
                    .subscribe(tick -> tick(System.currentTimeMillis()));
        }
    }

    private synchronized void end(Gateway gateway) {
        if (gateways.remove(gateway)) {
            held.values().removeIf(connection -> connection.gateway == gateway);
            List.copyOf(gateway.connections.values()).forEach(this::remove);
            gateway.news.tryEmitComplete();
        }
        if (gateways.isEmpty() && timer != null) {
            timer.dispose();
            timer = null;
            attendances.clear();
            changedRooms.clear();
        }
    }

    private synchronized void take(Gateway gateway, PresenceReport report) {
        if (!gateways.contains(gateway)) {
            return;
        }
        switch (report) {
            case Present present -> take(gateway, present);
            case Gone gone -> {
                gateway.replaced.remove(gone.connectionId());
                held.remove(gone.connectionId());
                Connection connection = gateway.connections.get(gone.connectionId());
                if (connection != null) {
                    remove(connection);
                }
            }
        }
    }

    @GuardedBy("this")
    private void take(Gateway gateway, Present present) {
        if (gateway.replaced.contains(present.connectionId())) {
            return;
        }
        Connection known = gateway.connections.get(present.connectionId());
        if (known != null) {
            count(known.report, -1, without(shows(known.report), shows(present)));
            count(present, 1, without(shows(present), shows(known.report)));
            known.report = present;
            return;
        }
        Connection waiting = held.get(present.connectionId());
        if (waiting != null) {
            waiting.report = present;
            return;
        }
        Connection connection = new Connection(gateway, present);
        Connection earlier = byOwner.get(connection.owner());
        if (earlier == null || earlier.report.joinedAt() <= present.joinedAt()) {
            add(connection);
        } else if (present.isAgain()) {
            sendReplaced(connection);
        } else {
            held.put(present.connectionId(), connection);
        }
    }

    /** Adds a connection in place of the one that its owner had. */
    @GuardedBy("this")
    private void add(Connection connection) {
        Connection earlier = byOwner.get(connection.owner());
        if (earlier != null) {
            remove(earlier);
            sendReplaced(earlier);
        }
        Present present = connection.report;
        byOwner.put(connection.owner(), connection);
        connection.gateway.connections.put(present.connectionId(), connection);
        count(present, 1, present.isAgain() ? Set.of() : shows(present));
    }

    private static void sendReplaced(Connection connection) {
        connection.gateway.replaced.add(connection.report.connectionId());
        connection.gateway.send(new Replaced(connection.report.connectionId()));
    }

    @GuardedBy("this")
    private void remove(Connection connection) {
        if (connection.gateway.connections.remove(connection.report.connectionId(), connection)) {
            byOwner.remove(connection.owner(), connection);
            count(connection.report, -1, shows(connection.report));
        }
    }

    private static Set<Long> without(Set<Long> shows, Set<Long> others) {
        return shows.stream().filter(show -> !others.contains(show)).collect(Collectors.toSet());
    }

    /**
     * Counts a connection in or out.
     *
     * @param turnover the shows that it enters or leaves
     */
    @GuardedBy("this")
    private void count(Present present, int step, Set<Long> turnover) {
        for (String name : present.rooms()) {
            Room room = new Room(present.account(), name);
            members.merge(room, step, Integer::sum);
            changedRooms.add(room);
        }
        for (long pageTabId : shows(present)) {
            Attendance attendance =
                    attendances.computeIfAbsent(new Show(present.account(), pageTabId), first -> new Attendance());
            attendance.connections += step;
            attendance.fans += present.fanId() == null ? 0 : step;
            attendance.mostFans = Math.max(attendance.mostFans, attendance.fans);
            if (turnover.contains(pageTabId)) {
                attendance.opened += step > 0 ? 1 : 0;
                attendance.closed += step < 0 ? 1 : 0;
            }
        }
    }

    /** Returns the shows that a connection attends. Who sees a replay attends none. */
    private static Set<Long> shows(Present present) {
        return present.rooms().stream()
                .flatMap(room -> RoomName.parse(room).stream())
                .filter(room -> !room.isReplay())
                .map(RoomName::pageTabId)
                .collect(Collectors.toSet());
    }

    private static long slotOf(long now) {
        return now - now % SLOT.toMillis();
    }

    /** Adds held connections, and sends changed counts and, at the end of a slot, the attendance. */
    synchronized void tick(long now) {
        addHeld();
        if (now - membersSentAt >= MEMBERS_INTERVAL.toMillis()) {
            membersSentAt = now;
            sendMembers();
        }
        if (slotOf(now) > slot) {
            measure();
            slot = slotOf(now);
        }
    }

    /** Adds the connections that were held long enough: they are there, so the clocks are wrong. */
    @GuardedBy("this")
    private void addHeld() {
        List<Connection> lasting = held.values().stream()
                .filter(connection -> ++connection.heldTicks >= HELD_TICKS)
                .toList();
        lasting.forEach(connection -> {
            held.remove(connection.report.connectionId());
            add(connection);
        });
    }

    @GuardedBy("this")
    private void sendMembers() {
        for (Room room : changedRooms) {
            int count = members.getOrDefault(room, 0);
            gateways.forEach(gateway -> gateway.send(new Members(room.account(), room.name(), count)));
            if (count == 0) {
                members.remove(room);
            }
        }
        changedRooms.clear();
    }

    @GuardedBy("this")
    private void measure() {
        List<Show> over = new ArrayList<>();
        // One gateway records all shows: the one that has reported for longest.
        Gateway recorder = gateways.stream().findFirst().orElse(null);
        attendances.forEach((show, attendance) -> {
            if (recorder != null) {
                recorder.send(new Measured(
                        show.account(),
                        show.pageTabId(),
                        slot,
                        attendance.mostFans,
                        attendance.connections,
                        attendance.opened,
                        attendance.closed));
            }
            attendance.begin();
            if (attendance.connections == 0) {
                over.add(show);
            }
        });
        over.forEach(attendances::remove);
    }
}
