package encore.api.fanout;

import encore.api.fanout.ShowRelays.LogTime;
import encore.infra.backend.Backend;
import encore.kernel.Query;
import encore.kernel.rooms.RoomType;
import encore.kernel.shows.control.ControlState;
import encore.kernel.shows.rooms.RoomFrame;
import encore.kernel.shows.rooms.RoomFrames;
import encore.kernel.shows.rooms.RoomName;
import encore.kernel.shows.rooms.ShowFrames;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Scheduler;
import reactor.util.retry.Retry;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Delivers one show's frames to all members of its rooms at this gateway. The frames are read once, when the backend
 * announces them. A member that comes back gets the frames that it missed from the ring of its room, or else from the room's
 * history, and then follows; positions show which frames it has. All work runs on one thread.
 */
final class ShowRelay {

    private static final Logger LOG = LoggerFactory.getLogger(ShowRelay.class);
    private static final int PAGE = 1_000;
    private static final Duration POLL_DELAY = Duration.ofMillis(5);
    private static final Duration RETRY_DELAY = Duration.ofMillis(200);

    /** A show without members is followed for so long, because cut clients come back. */
    private static final Duration KEPT = Duration.ofMinutes(1);

    private static final String CONTROL = RoomType.CONTROL.word() + ":";

    private final ShowReads reads;
    private final Scheduler thread;
    private final RingBudget budget;
    private final LongConsumer onBanned;
    private final LongSupplier nanoTime;
    private final LogTime logTime;
    private final Map<String, Room> rooms = new HashMap<>();

    /** The replays of the show that have members, by their rooms. */
    private final Map<String, ReplayRunner> replays = new HashMap<>();

    private Disposable follower = Disposables.disposed();

    /**
     * Positions that the log has reached, as a node has answered. The account's announcements may never come to
     * them, since the last events there may be of other accounts.
     */
    private final Sinks.Many<Long> ahead = Sinks.many().multicast().directBestEffort();

    private int members;
    private long emptySince;

    /** The position up to which frames were delivered; before the log's end is known the largest number. */
    private long position = Long.MAX_VALUE;

    /** Whether the last page led further. */
    private boolean hasMoved;

    /** A room with somebody in it, lately at least. */
    private final class Room {
        private final RoomRing ring;
        private final RoomFanOut fanOut = new RoomFanOut(thread, nanoTime);

        Room(long since) {
            ring = new RoomRing(budget, since);
        }
    }

    ShowRelay(
            Backend backend,
            long account,
            long pageTabId,
            Scheduler thread,
            RingBudget budget,
            LongConsumer onBanned,
            LongSupplier nanoTime,
            LogTime logTime) {
        this.reads = new ShowReads(backend, account, pageTabId, thread);
        this.thread = thread;
        this.budget = budget;
        this.onBanned = onBanned;
        this.nanoTime = nanoTime;
        this.logTime = logTime;
    }

    /**
     * Lets a member follow its room.
     *
     * @param after the last position that the client has; null to get only frames from now on
     * @param welcome is called with the position of the acknowledgement, after what the client missed was written
     */
    void join(RoomMember member, @Nullable Long after, LongConsumer welcome) {
        thread.schedule(() -> {
            members++;
            if (follower.isDisposed()) {
                follower = follow();
            }
            whenReady(member, () -> begin(member, after, welcome));
        });
    }

    void leave(RoomMember member) {
        member.leave();
        thread.schedule(() -> {
            Room room = rooms.get(member.roomName());
            if (room != null) {
                room.fanOut.remove(member);
            }
            ReplayRunner replay = replays.get(member.roomName());
            if (replay != null && replay.isEmptyAfter(member)) {
                replay.stop();
                replays.remove(member.roomName());
            }
            if (--members == 0) {
                emptySince = nanoTime.getAsLong();
                schedule(this::stopIfEmpty, KEPT);
            }
        });
    }

    /** Sends the number of members to everybody in a room. The frame has no position and is not kept. */
    void sendMembers(String roomName, byte[] data) {
        thread.schedule(() -> {
            Room room = rooms.get(roomName);
            if (room != null) {
                room.fanOut.offer(new RingFrame("members", roomName, position, null, data, null));
                room.fanOut.writeSoon();
            }
        });
    }

    /** Runs on the thread of the show when nothing is needed of it any more. */
    void stop() {
        follower.dispose();
        rooms.values().forEach(room -> room.ring.clear());
        rooms.clear();
        replays.values().forEach(ReplayRunner::stop);
        replays.clear();
        position = Long.MAX_VALUE;
    }

    private void stopIfEmpty() {
        if (members == 0 && nanoTime.getAsLong() - emptySince >= KEPT.toNanos()) {
            stop();
        }
    }

    private void whenReady(RoomMember member, Runnable work) {
        if (member.isGone()) {
            return;
        }
        if (position == Long.MAX_VALUE) {
            schedule(() -> whenReady(member, work), POLL_DELAY);
        } else {
            work.run();
        }
    }

    private void schedule(Runnable work, Duration pause) {
        thread.schedule(work, pause.toMillis(), TimeUnit.MILLISECONDS);
    }

    private Room room(String roomName) {
        return rooms.computeIfAbsent(roomName, first -> new Room(position));
    }

    // The first frames of a member.

    private void begin(RoomMember member, @Nullable Long after, LongConsumer welcome) {
        RoomName name = RoomName.parse(member.roomName()).orElseThrow();
        if (name.isReplay()) {
            replays.computeIfAbsent(
                            member.roomName(),
                            roomName -> new ReplayRunner(this, name, room(roomName).fanOut, thread, logTime))
                    .join(member, welcome);
        } else if (member.roomName().startsWith(CONTROL) && (after == null || after == 0)) {
            sendState(member, after, welcome);
        } else if (after != null) {
            resume(member, after, welcome);
        } else {
            enter(member, position, welcome);
        }
    }

    /** Lets a member follow that has everything up to a position, which the ring and this relay reach. */
    private void enter(RoomMember member, long has, LongConsumer welcome) {
        Room room = room(member.roomName());
        member.submit(room.ring.after(has));
        welcome.accept(position);
        room.fanOut.add(member);
    }

    private void resume(RoomMember member, long after, LongConsumer welcome) {
        if (member.isGone()) {
            return;
        }
        if (after > position) {
            catchUp(member, after, welcome);
        } else if (room(member.roomName()).ring.since() <= after) {
            enter(member, after, welcome);
        } else {
            reads.history(member.roomName(), after, position)
                    .subscribe(page -> resume(member, after, page, welcome), failure -> {
                        LOG.debug("A room's history could not be read; it is tried again", failure);
                        schedule(() -> resume(member, after, welcome), RETRY_DELAY);
                    });
        }
    }

    private void resume(RoomMember member, long after, RoomFrames page, LongConsumer welcome) {
        if (page.isTooOld()) {
            sendSnapshot(member, welcome);
            return;
        }
        member.submit(RingFrame.ofAll(page.frames()));
        if (page.next() > after) {
            resume(member, page.next(), welcome);
        } else {
            schedule(() -> resume(member, after, welcome), POLL_DELAY);
        }
    }

    /**
     * Lets this relay read up to a position that the client got elsewhere, and then the client resume. It waits for a
     * position that the log does not have.
     */
    private void catchUp(RoomMember member, long after, LongConsumer welcome) {
        reads.end()
                .subscribe(
                        end -> {
                            if (end >= after) {
                                ahead.tryEmitNext(end);
                            }
                            schedule(() -> resume(member, after, welcome), end >= after ? POLL_DELAY : RETRY_DELAY);
                        },
                        failure -> {
                            LOG.debug("The end of the log could not be read; it is tried again", failure);
                            schedule(() -> resume(member, after, welcome), RETRY_DELAY);
                        });
    }

    long account() {
        return reads.account();
    }

    /**
     * Asks for what was so at the position that this relay has reached, or later.
     *
     * @param least another position that must be reached
     */
    <R> Mono<R> ask(Query<R> query, long least) {
        return reads.ask(query, () -> Math.max(position, least));
    }

    /**
     * Sends the state of the show, at the position of the last change. Before any change that is 0, so a client that was cut
     * amid these frames comes back with 0, and gets all of them again as long as nothing has changed.
     */
    private void sendState(RoomMember member, @Nullable Long after, LongConsumer welcome) {
        long reached = position;
        reads.state(reached)
                .subscribe(
                        state -> {
                            if (after != null && state.position() > after) {
                                resume(member, after, welcome);
                                return;
                            }
                            boolean isAlone = state.frames().isEmpty();
                            welcome.accept(isAlone ? state.position() : Math.max(0, state.position() - 1));
                            member.submit(RingFrame.ofAll(state.frames()));
                            resume(member, Math.max(state.position(), reached), joined -> {});
                        },
                        failure -> {
                            LOG.debug("The state of a show could not be read; it is tried again", failure);
                            schedule(() -> sendState(member, after, welcome), RETRY_DELAY);
                        });
    }

    private void sendSnapshot(RoomMember member, LongConsumer welcome) {
        long reached = position;
        Mono.zip(reads.state(reached), reads.lastMessages(member.roomName(), reached))
                .publishOn(thread)
                .subscribe(both -> sendSnapshot(member, both.getT1(), both.getT2(), welcome), failure -> {
                    LOG.debug("A snapshot of a room could not be read; it is tried again", failure);
                    schedule(() -> sendSnapshot(member, welcome), RETRY_DELAY);
                });
    }

    private void sendSnapshot(RoomMember member, ControlState state, RoomFrames messages, LongConsumer welcome) {
        ObjectNode data = snapshot(state, messages.frames());
        member.submit(List.of(new RingFrame(
                "snapshot",
                member.roomName(),
                messages.next(),
                messages.next(),
                data.toString().getBytes(StandardCharsets.UTF_8),
                null)));
        resume(member, messages.next(), welcome);
    }

    /** Returns the data of a snapshot. */
    static ObjectNode snapshot(ControlState state, List<RoomFrame> messages) {
        ObjectNode data =
                JsonNodeFactory.instance.objectNode().put("state", state.state().word());
        data.set("live_feed", state.liveFeed());
        data.set("live_overlay", state.liveOverlay());
        data.putArray("pinned_overlays").addAll(state.pinnedOverlays());
        ArrayNode last = data.putArray("messages");
        messages.forEach(frame -> last.add(frame.data()));
        return data;
    }

    // Frames for all members.

    /** Follows the account's announcements. After a cut, the next source announces its newest position at once. */
    private Disposable follow() {
        return Flux.defer(reads::news)
                .repeatWhen(ends -> ends.delayElements(RETRY_DELAY))
                .mergeWith(ahead.asFlux())
                // The latest of two sources need not be the furthest.
                .scan(Math::max)
                .onBackpressureLatest()
                .publishOn(thread, 1)
                .concatMap(this::readUpTo, 1)
                .doOnError(failure -> LOG.debug("Following a show failed; it is tried again", failure))
                .retryWhen(Retry.fixedDelay(Long.MAX_VALUE, RETRY_DELAY))
                .subscribe();
    }

    private Mono<Void> readUpTo(long head) {
        if (position == Long.MAX_VALUE) {
            position = head;
        }
        return Mono.defer(() -> position < head
                        ? reads.frames(position, (int) Math.min(PAGE, head - position), head)
                        : Mono.<ShowFrames>empty())
                .doOnNext(this::deliver)
                .flatMap(page -> page.more() && hasMoved ? Mono.empty() : Mono.delay(POLL_DELAY, thread))
                .repeat(() -> position < head)
                .then();
    }

    private void deliver(ShowFrames page) {
        Iterator<ShowFrames.Notice> notices = page.notices().iterator();
        ShowFrames.Notice notice = notices.hasNext() ? notices.next() : null;
        boolean isControl = false;
        for (RingFrame frame : RingFrame.ofAll(page.frames())) {
            // The ring forgets a fan before it gets the removals, and after the frames that came before.
            while (notice != null && notice.position() <= frame.eventPosition) {
                act(notice);
                notice = notices.hasNext() ? notices.next() : null;
            }
            Room room = room(frame.roomName());
            room.fanOut.offer(frame);
            room.ring.add(frame);
            isControl |= frame.roomName().startsWith(CONTROL);
        }
        while (notice != null) {
            act(notice);
            notice = notices.hasNext() ? notices.next() : null;
        }
        hasMoved = page.next() > position;
        position = Math.max(position, page.next());
        boolean writesNow = isControl;
        rooms.values().forEach(room -> {
            if (writesNow) {
                room.fanOut.flush();
            } else {
                room.fanOut.writeSoon();
            }
        });
    }

    private void act(ShowFrames.Notice notice) {
        switch (notice.kind()) {
            case BANNED -> onBanned.accept(notice.fanId());
            case ERASED -> {
                rooms.values().forEach(room -> {
                    // Frames that wait are written first: the client must hold what the removal names.
                    room.fanOut.flush();
                    room.ring.forget(notice.fanId());
                });
                replays.values().forEach(replay -> replay.forget(notice.fanId()));
            }
            case REPLAYS -> replays.values().forEach(ReplayRunner::askAgain);
        }
    }
}
