package encore.api.fanout;

import encore.api.fanout.ShowRelays.LogTime;
import encore.kernel.Query;
import encore.kernel.Refusal;
import encore.kernel.shows.ShowUid;
import encore.kernel.shows.control.ControlState;
import encore.kernel.shows.replays.ReplayClock;
import encore.kernel.shows.replays.ReplayFrames;
import encore.kernel.shows.replays.ReplayFrames.ReplayFrame;
import encore.kernel.shows.replays.ReplayQuery.FindReplayFrames;
import encore.kernel.shows.replays.ReplayQuery.FindReplaySpan;
import encore.kernel.shows.replays.ReplayQuery.FindRunningReplay;
import encore.kernel.shows.replays.ReplayQuery.FindShownMessages;
import encore.kernel.shows.replays.ReplayQuery.FindShownState;
import encore.kernel.shows.replays.ReplaySpan;
import encore.kernel.shows.replays.RunningReplay;
import encore.kernel.shows.rooms.ErasedMessages;
import encore.kernel.shows.rooms.RoomFrame;
import encore.kernel.shows.rooms.RoomFrames;
import encore.kernel.shows.rooms.RoomName;
import encore.kernel.shows.rooms.ShowRoomQuery.FindErasedMessages;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Sends one replay to all its members at this gateway. It reads the frames of the show page by page, a little ahead, and
 * sends each one when the replay's clock reaches its time. A member that joins gets the state of the show at that moment,
 * and then all that follows; after a seek, everybody is. All work runs on the thread of the show.
 */
final class ReplayRunner {

    private static final Logger LOG = LoggerFactory.getLogger(ReplayRunner.class);
    private static final int PAGE = 500;
    private static final int SNAPSHOT_MESSAGES = 50;
    private static final Duration READ_AHEAD = Duration.ofMillis(500);
    private static final Duration RETRY_DELAY = Duration.ofMillis(200);

    /** Frames that become due within this time are sent together. */
    private static final Duration SHORTEST_WAIT = Duration.ofMillis(10);

    /** The clocks are compared again after this time. */
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(10);

    private final ShowRelay relay;
    private final RoomName room;
    private final RoomFanOut fanOut;
    private final Scheduler thread;
    private final LogTime logTime;

    private final List<Joining> joining = new ArrayList<>();
    private final ArrayDeque<DueFrame> buffer = new ArrayDeque<>();

    /** The fans that were erased since the questions that are under way were asked. */
    private final Set<Long> erasedMeanwhile = new HashSet<>();

    /** The erased fans whose messages the members may still show. */
    private final Set<Long> erased = new LinkedHashSet<>();

    private @Nullable RunningReplay replay;
    private boolean isClockOld = true;

    /** The opening or seek that the frames belong to; 0 before the first answer. */
    private long soughtPosition;

    private boolean isSnapshotDue;

    /** The position of the last event that was sent. */
    private long cursor;

    /** The position up to which frames were read. */
    private long read;

    /** The last position of the replay. */
    private long last;

    private boolean isAsking;
    private boolean isReading;
    private boolean isStopped;
    private Disposable timer = Disposables.disposed();

    private record Joining(RoomMember member, LongConsumer welcome) {}

    private record DueFrame(RingFrame frame, Instant at) {}

    ReplayRunner(ShowRelay relay, RoomName room, RoomFanOut fanOut, Scheduler thread, LogTime logTime) {
        this.relay = relay;
        this.room = room;
        this.fanOut = fanOut;
        this.thread = thread;
        this.logTime = logTime;
    }

    /** @param welcome is called with the position of the acknowledgement, before any frame is sent */
    void join(RoomMember member, LongConsumer welcome) {
        joining.add(new Joining(member, welcome));
        proceed();
    }

    /** Returns whether nobody is left. */
    boolean isEmptyAfter(RoomMember left) {
        joining.removeIf(each -> each.member().equals(left));
        return joining.isEmpty() && fanOut.size() == 0;
    }

    /** Asks for the clock again, since it was set. */
    void askAgain() {
        isClockOld = true;
        proceed();
    }

    /** Forgets the frames of an erased fan, and lets the members remove its messages. */
    void forget(long fanId) {
        buffer.removeIf(due -> due.frame().isOf(fanId));
        if (isAsking || isReading) {
            erasedMeanwhile.add(fanId);
        }
        erased.add(fanId);
        proceed();
    }

    void stop() {
        isStopped = true;
        timer.dispose();
        buffer.clear();
    }

    private void proceed() {
        timer.dispose();
        logTime.now().publishOn(thread).subscribe(this::proceed, failure -> retry("The time of the log", failure));
    }

    private void retry(String wanted, Throwable failure) {
        LOG.debug("{} could not be read for a replay; it is tried again", wanted, failure);
        proceedIn(RETRY_DELAY);
    }

    private void proceedIn(Duration pause) {
        timer.dispose();
        if (!isStopped) {
            timer = thread.schedule(this::proceed, pause.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    /** Does what comes next. While a query is under way that decides about the next frames, none is sent. */
    private void proceed(Instant now) {
        if (isStopped || isAsking) {
            return;
        }
        RunningReplay current = replay;
        if (isClockOld) {
            askForClock();
        } else if (current == null || current.isOver(now)) {
            buffer.clear();
            joining.forEach(each -> enter(each, null));
            joining.clear();
        } else if (current.clock().soughtPosition() != soughtPosition) {
            askForSpan(current.clock(), now);
        } else if (isSnapshotDue || !joining.isEmpty()) {
            askForSnapshot();
        } else if (!erased.isEmpty()) {
            askForRemovals(erased.iterator().next());
        } else {
            sendDue(current.clock(), now);
        }
    }

    /** Asks a node that has reached the end of the replay: what it answers is complete. */
    private <R> Mono<R> ask(Query<R> query) {
        return relay.ask(query, last);
    }

    private <T> void ask(String wanted, Mono<T> question, Consumer<T> then, Consumer<Throwable> otherwise) {
        isAsking = true;
        question.publishOn(thread)
                .subscribe(
                        answer -> {
                            isAsking = false;
                            if (!isStopped) {
                                then.accept(answer);
                                answered();
                                proceed();
                            }
                        },
                        failure -> {
                            isAsking = false;
                            otherwise.accept(failure);
                            answered();
                            retry(wanted, failure);
                        });
    }

    private void answered() {
        if (!isAsking && !isReading) {
            erasedMeanwhile.clear();
        }
    }

    private void askForClock() {
        isClockOld = false;
        ask(
                "The clock",
                ask(new FindRunningReplay(relay.account(), room.pageTabId(), room.key())),
                answer -> replay = answer,
                failure -> {
                    boolean hasEnded = failure instanceof Refusal refusal && refusal.kind() == Refusal.Kind.UNKNOWN;
                    if (hasEnded) {
                        replay = null;
                    } else {
                        isClockOld = true;
                    }
                });
    }

    /** Members hear all that follows the time that was sought, however late this gateway learns of it. */
    private void askForSpan(ReplayClock clock, Instant now) {
        Instant first = fanOut.size() > 0 ? clock.soughtTime() : clock.shown(now);
        ask(
                "The part of the log",
                ask(new FindReplaySpan(relay.account(), first, clock.end())),
                span -> begin(clock, span),
                failure -> {});
    }

    private void begin(ReplayClock clock, ReplaySpan span) {
        soughtPosition = clock.soughtPosition();
        buffer.clear();
        cursor = span.before();
        read = span.before();
        last = span.last();
        isSnapshotDue = fanOut.size() > 0;
    }

    private void askForSnapshot() {
        Mono<ControlState> state = ask(new FindShownState(relay.account(), room.pageTabId(), cursor));
        Mono<RoomFrames> messages =
                ask(new FindShownMessages(relay.account(), room.pageTabId(), cursor, SNAPSHOT_MESSAGES));
        ask(
                "A snapshot",
                Mono.zip(state, messages),
                both -> sendSnapshot(both.getT1(), both.getT2().frames()),
                failure -> {});
    }

    private void sendSnapshot(ControlState state, List<RoomFrame> messages) {
        List<RoomFrame> known = messages.stream()
                .filter(message -> message.fanId() == null || !erasedMeanwhile.contains(message.fanId()))
                .toList();
        byte[] data = ShowRelay.snapshot(state, known).toString().getBytes(StandardCharsets.UTF_8);
        RingFrame snapshot = new RingFrame("snapshot", room.toString(), cursor, cursor, data, null);
        if (isSnapshotDue) {
            isSnapshotDue = false;
            fanOut.offer(snapshot);
            fanOut.flush();
        }
        joining.forEach(each -> enter(each, snapshot));
        joining.clear();
    }

    private void enter(Joining each, @Nullable RingFrame snapshot) {
        if (!each.member().isGone()) {
            each.welcome().accept(cursor);
            if (snapshot != null) {
                each.member().submit(List.of(snapshot));
            }
            fanOut.add(each.member());
        }
    }

    private void askForRemovals(long fanId) {
        ask(
                "The messages of an erased fan",
                ask(new FindErasedMessages(relay.account(), room.pageTabId(), fanId, cursor + 1)),
                messages -> {
                    erased.remove(fanId);
                    sendRemovals(messages);
                },
                failure -> {});
    }

    /** The removals are no part of the show, so they have no position. */
    private void sendRemovals(ErasedMessages messages) {
        for (ErasedMessages.InRoom inRoom : messages.rooms()) {
            for (long message : inRoom.positions()) {
                ObjectNode data =
                        JsonNodeFactory.instance.objectNode().put("chat_message_uid", ShowUid.CHAT_MESSAGE.at(message));
                fanOut.offer(new RingFrame(
                        "remove_chat_message",
                        room.toString(),
                        cursor,
                        null,
                        data.toString().getBytes(StandardCharsets.UTF_8),
                        null));
            }
        }
        fanOut.writeSoon();
    }

    private void sendDue(ReplayClock clock, Instant now) {
        Instant shown = clock.shown(now);
        boolean isSent = false;
        for (DueFrame due = buffer.peek(); due != null && !due.at().isAfter(shown); due = buffer.peek()) {
            buffer.remove();
            fanOut.offer(due.frame());
            cursor = due.frame().eventPosition;
            isSent = true;
        }
        if (isSent) {
            fanOut.writeSoon();
        }
        if (!isReading && read < last && needsMore(clock, now)) {
            readPage();
        }
        DueFrame next = buffer.peek();
        if (next != null && !clock.isPaused()) {
            Duration wait = clock.untilShown(next.at(), now);
            proceedIn(
                    wait.compareTo(SHORTEST_WAIT) < 0
                            ? SHORTEST_WAIT
                            : wait.compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : wait);
        }
    }

    private boolean needsMore(ReplayClock clock, Instant now) {
        return buffer.isEmpty()
                || !clock.isPaused()
                        && clock.untilShown(buffer.getLast().at(), now).compareTo(READ_AHEAD) < 0;
    }

    private void readPage() {
        isReading = true;
        long sought = soughtPosition;
        ask(new FindReplayFrames(relay.account(), room.pageTabId(), read, last, PAGE))
                .publishOn(thread)
                .subscribe(
                        page -> {
                            isReading = false;
                            boolean isWanted = sought == soughtPosition && !isStopped;
                            boolean isBehind = isWanted && page.next() <= read;
                            if (isWanted && !isBehind) {
                                add(page);
                            }
                            answered();
                            if (isBehind) {
                                proceedIn(RETRY_DELAY);
                            } else {
                                proceed();
                            }
                        },
                        failure -> {
                            isReading = false;
                            answered();
                            retry("A page", failure);
                        });
    }

    private void add(ReplayFrames page) {
        List<RingFrame> sent =
                RingFrame.ofAll(page.frames().stream().map(ReplayFrame::frame).toList());
        for (int i = 0; i < sent.size(); i++) {
            Long fanId = page.frames().get(i).frame().fanId();
            if (fanId == null || !erasedMeanwhile.contains(fanId)) {
                buffer.add(new DueFrame(
                        sent.get(i).inRoom(room.toString()),
                        page.frames().get(i).at()));
            }
        }
        read = page.next();
    }
}
