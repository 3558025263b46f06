package encore.query.shows.rooms;

import encore.infra.eventstore.EventPage;
import encore.infra.eventstore.EventSelection;
import encore.infra.eventstore.EventTail;
import encore.infra.eventstore.RecordedEvent;
import encore.infra.eventstore.log.EventLog;
import encore.kernel.Event;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.shows.ShowUid;
import encore.kernel.shows.chat.ChatFrame;
import encore.kernel.shows.players.PlayerEvent.ChatMessageSent;
import encore.kernel.shows.players.PlayerEvent.FanBanned;
import encore.kernel.shows.replays.ReplayEvent;
import encore.kernel.shows.replays.ReplayEvent.ReplayClockSet;
import encore.kernel.shows.replays.ReplayEvent.ReplayEnded;
import encore.kernel.shows.replays.ReplayEvent.ReplayOpened;
import encore.kernel.shows.rooms.ErasedMessages;
import encore.kernel.shows.rooms.RoomFrame;
import encore.kernel.shows.rooms.RoomFrames;
import encore.kernel.shows.rooms.RoomHistory;
import encore.kernel.shows.rooms.RoomName;
import encore.kernel.shows.rooms.ShowFrames;
import encore.kernel.shows.rooms.ShowFrames.Notice;
import encore.kernel.shows.rooms.ShowRoomQuery.FindErasedMessages;
import encore.kernel.shows.rooms.ShowRoomQuery.FindLastMessages;
import encore.kernel.shows.rooms.ShowRoomQuery.FindLastRoomHistory;
import encore.kernel.shows.rooms.ShowRoomQuery.FindRoomFrames;
import encore.kernel.shows.rooms.ShowRoomQuery.FindRoomHistory;
import encore.kernel.shows.rooms.ShowRoomQuery.FindShowFrames;
import encore.query.documents.EventReader;
import encore.query.documents.WireJson;
import encore.query.projection.QueryComponent;
import encore.query.projection.QueryGateway;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/**
 * Answers gateways with the frames of rooms: those of a show from the log's tail as they happen, those of a room at the
 * positions of its history. Texts are read in the log alone, so an erasure makes them unreadable here at once.
 */
@Component
class ShowFrameFeed implements QueryComponent {

    private static final int MAX_POSITIONS = 1_000;
    private static final Set<Class<?>> REPLAYS = Set.of(ReplayOpened.class, ReplayClockSet.class, ReplayEnded.class);
    private static final Comparator<RoomFrame> IN_ORDER = Comparator.comparingLong(RoomFrame::position);

    private final EventTail tail;
    private final EventReader reader;
    private final QueryGateway queryGateway;
    private final FrameSources sources;
    private final Set<Class<?>> frameTypes;
    private final Set<Class<?>> followed;

    ShowFrameFeed(EventTail tail, EventLog log, FrameSources sources, QueryGateway queryGateway) {
        this.tail = tail;
        this.reader = new EventReader(tail, log);
        this.queryGateway = queryGateway;
        this.sources = sources;
        this.frameTypes = sources.events();
        Set<Class<?>> all = new HashSet<>(frameTypes);
        all.add(FanErased.class);
        all.add(FanBanned.class);
        all.addAll(REPLAYS);
        this.followed = Set.copyOf(all);
    }

    @QueryHandler
    ShowFrames find(FindShowFrames query) {
        Long after = query.after();
        if (after == null) {
            return new ShowFrames(List.of(), List.of(), tail.head(), false);
        }
        int limit = Math.min(query.limit(), MAX_POSITIONS);
        EventPage<RecordedEvent> page = tail.read(after, limit, EventSelection.complete(followed));
        String account = Long.toString(query.account());
        long end = page.end();
        List<RecordedEvent> events = new ArrayList<>();
        List<RoomFrame> frames = new ArrayList<>();
        List<Notice> notices = new ArrayList<>();
        for (RecordedEvent recordedEvent : page.events()) {
            if (!recordedEvent.account().equals(account)) {
                continue;
            }
            Event event = recordedEvent.event();
            if (event instanceof FanErased erased) {
                ErasedMessages messages = erased(query, erased.fan().number(), recordedEvent.position());
                if (messages.upTo() < recordedEvent.position()) {
                    // The history is not that far yet. The gateway asks again from here.
                    end = recordedEvent.position() - 1;
                    break;
                }
                frames.addAll(removals(messages, recordedEvent.position()));
                notices.add(new Notice(recordedEvent.position(), erased.fan().number(), Notice.Kind.ERASED));
            } else if (event instanceof FanBanned banned) {
                if (!banned.isMute() && banned.player().campaign().number() == query.pageTabId()) {
                    notices.add(
                            new Notice(recordedEvent.position(), banned.player().fanId(), Notice.Kind.BANNED));
                }
            } else if (event instanceof ReplayEvent replay) {
                if (replay.pageTabId() == query.pageTabId()) {
                    notices.add(Notice.ofReplays(recordedEvent.position()));
                }
            } else if (isShownIn(query.pageTabId(), recordedEvent)) {
                events.add(recordedEvent);
            }
        }
        frames.addAll(sources.frames(events));
        frames.removeIf(frame -> !isOf(query.pageTabId(), frame.roomName()));
        frames.sort(IN_ORDER);
        return new ShowFrames(frames, notices, end, end < tail.head());
    }

    private boolean isShownIn(long pageTabId, RecordedEvent recordedEvent) {
        return sources.rooms(recordedEvent).stream().anyMatch(room -> isOf(pageTabId, room));
    }

    private static boolean isOf(long pageTabId, String roomName) {
        return RoomName.parse(roomName)
                .filter(name -> name.pageTabId() == pageTabId)
                .isPresent();
    }

    private ErasedMessages erased(FindShowFrames query, long fanId, long position) {
        return queryGateway.ask(new FindErasedMessages(query.account(), query.pageTabId(), fanId, position));
    }

    @QueryHandler
    RoomFrames find(FindRoomFrames query) {
        RoomHistory history = queryGateway.ask(new FindRoomHistory(
                query.account(), query.roomName(), query.after(), query.upTo(), RoomFrames.MAX_FRAMES + 1));
        if (history.entries().size() > RoomFrames.MAX_FRAMES) {
            return new RoomFrames(List.of(), query.after(), false, true);
        }
        Map<Long, RecordedEvent> events = read(history.entries(), frameTypes);
        Set<Long> removed = FrameSources.removed(events.values());
        boolean more = history.entries().size() > query.limit();
        List<RoomHistory.Entry> some = more ? history.entries().subList(0, query.limit()) : history.entries();
        List<RecordedEvent> shown = new ArrayList<>();
        List<RoomFrame> frames = new ArrayList<>();
        for (RoomHistory.Entry entry : some) {
            RecordedEvent recordedEvent = events.get(entry.position());
            if (entry.kind() == RoomHistory.Kind.ERASURE) {
                frames.addAll(removals(query, entry));
            } else if (recordedEvent != null && !removed.contains(entry.position())) {
                shown.add(recordedEvent);
            }
        }
        frames.addAll(sources.frames(shown));
        frames.removeIf(frame -> !frame.roomName().equals(query.roomName()));
        frames.sort(IN_ORDER);
        return new RoomFrames(frames, more ? some.getLast().position() : history.upTo(), more, false);
    }

    private List<RoomFrame> removals(FindRoomFrames query, RoomHistory.Entry erasure) {
        return RoomName.parse(query.roomName())
                .map(room -> queryGateway.ask(
                        new FindErasedMessages(query.account(), room.pageTabId(), erasure.fanId(), erasure.position())))
                .map(messages -> removals(messages, erasure.position()))
                .orElse(List.of());
    }

    @QueryHandler
    RoomFrames find(FindLastMessages query) {
        RoomHistory history = queryGateway.ask(
                new FindLastRoomHistory(query.account(), query.roomName(), query.upTo(), RoomFrames.MAX_FRAMES));
        Map<Long, RecordedEvent> events = read(history.entries(), frameTypes);
        Set<Long> removed = FrameSources.removed(events.values());
        List<RecordedEvent> messages = events.values().stream()
                .filter(recordedEvent -> recordedEvent.event() instanceof ChatMessageSent)
                .filter(recordedEvent -> !removed.contains(recordedEvent.position()))
                .toList();
        List<RoomFrame> frames = new ArrayList<>(sources.frames(messages));
        frames.removeIf(frame -> !frame.roomName().equals(query.roomName()));
        frames.sort(IN_ORDER);
        int first = Math.max(0, frames.size() - query.limit());
        return new RoomFrames(frames.subList(first, frames.size()), history.upTo(), false, false);
    }

    private Map<Long, RecordedEvent> read(List<RoomHistory.Entry> entries, Set<Class<?>> types) {
        return reader.readRecorded(
                entries.stream()
                        .filter(entry -> entry.kind() != RoomHistory.Kind.ERASURE)
                        .mapToLong(RoomHistory.Entry::position),
                types);
    }

    private static List<RoomFrame> removals(ErasedMessages messages, long position) {
        return messages.rooms().stream()
                .flatMap(room -> room.positions().stream()
                        .map(message -> new RoomFrame(
                                room.roomName(),
                                position,
                                "remove_chat_message",
                                WireJson.of(new ChatFrame.Moderation(ShowUid.CHAT_MESSAGE.at(message))),
                                null)))
                .toList();
    }
}
