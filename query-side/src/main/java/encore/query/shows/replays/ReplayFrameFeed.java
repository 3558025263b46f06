package encore.query.shows.replays;

import encore.infra.eventstore.EventTail;
import encore.infra.eventstore.RecordedEvent;
import encore.infra.eventstore.log.EventLog;
import encore.kernel.Event;
import encore.kernel.fans.Fan;
import encore.kernel.fans.FanQuery.FindFans;
import encore.kernel.shows.players.PlayerEvent;
import encore.kernel.shows.players.PlayerEvent.ChatMessageSent;
import encore.kernel.shows.replays.ReplayFrames;
import encore.kernel.shows.replays.ReplayFrames.ReplayFrame;
import encore.kernel.shows.replays.ReplayQuery.FindReplayFrames;
import encore.kernel.shows.replays.ReplayQuery.FindReplaySpan;
import encore.kernel.shows.replays.ReplayQuery.FindShownMessages;
import encore.kernel.shows.replays.ReplaySpan;
import encore.kernel.shows.rooms.RoomFrame;
import encore.kernel.shows.rooms.RoomFrames;
import encore.kernel.shows.rooms.RoomHistory;
import encore.kernel.shows.rooms.ShowRoomQuery.FindLastShowHistory;
import encore.kernel.shows.rooms.ShowRoomQuery.FindShowHistory;
import encore.query.documents.EventReader;
import encore.query.projection.QueryComponent;
import encore.query.projection.QueryGateway;
import encore.query.shows.rooms.FrameSources;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/**
 * Reads the frames of a replay: the events at the positions of the histories of a show's rooms. It never scans the log.
 * Messages that were removed are sent with their removals, as they were. Nothing of an erased fan is sent.
 */
@Component
class ReplayFrameFeed implements QueryComponent {

    private static final int MAX_EVENTS = 1_000;
    private static final Comparator<RoomFrame> IN_ORDER = Comparator.comparingLong(RoomFrame::position);

    private final EventLog log;
    private final EventReader reader;
    private final FrameSources sources;
    private final QueryGateway queryGateway;

    ReplayFrameFeed(EventTail tail, EventLog log, FrameSources sources, QueryGateway queryGateway) {
        this.log = log;
        this.reader = new EventReader(tail, log);
        this.sources = sources;
        this.queryGateway = queryGateway;
    }

    @QueryHandler
    ReplaySpan find(FindReplaySpan query) {
        return new ReplaySpan(
                log.positionAt(query.shown().toEpochMilli() - 1),
                log.positionAt(query.end().toEpochMilli() - 1));
    }

    @QueryHandler
    ReplayFrames find(FindReplayFrames query) {
        RoomHistory history = queryGateway.ask(new FindShowHistory(
                query.account(), query.pageTabId(), query.after(), query.upTo(), Math.min(query.limit(), MAX_EVENTS)));
        Map<Long, RecordedEvent> events = read(history);
        List<RecordedEvent> readable = withoutErased(query.account(), List.copyOf(events.values()));
        return new ReplayFrames(
                frames(readable).stream()
                        .map(frame -> new ReplayFrame(
                                frame,
                                Objects.requireNonNull(events.get(frame.position()))
                                        .at()))
                        .toList(),
                history.upTo());
    }

    @QueryHandler
    RoomFrames find(FindShownMessages query) {
        RoomHistory history =
                queryGateway.ask(new FindLastShowHistory(query.account(), query.pageTabId(), query.upTo(), MAX_EVENTS));
        Map<Long, RecordedEvent> events = read(history);
        Set<Long> removed = FrameSources.removed(events.values());
        List<RecordedEvent> messages = events.values().stream()
                .filter(recordedEvent -> recordedEvent.event() instanceof ChatMessageSent)
                .filter(recordedEvent -> !removed.contains(recordedEvent.position()))
                .toList();
        List<RoomFrame> frames = frames(messages);
        int first = Math.max(0, frames.size() - query.limit());
        return new RoomFrames(frames.subList(first, frames.size()), history.upTo(), false, false);
    }

    private Map<Long, RecordedEvent> read(RoomHistory history) {
        return reader.readRecorded(
                history.entries().stream()
                        .filter(entry -> entry.kind() != RoomHistory.Kind.ERASURE)
                        .mapToLong(RoomHistory.Entry::position),
                sources.events());
    }

    /** Messages of erased fans have no text, and so no frame. Their removals would name messages that nobody got. */
    private List<RecordedEvent> withoutErased(long account, List<RecordedEvent> events) {
        List<Long> moderated = events.stream()
                .map(RecordedEvent::event)
                .filter(ReplayFrameFeed::isModeration)
                .map(event -> ((PlayerEvent) event).player().fanId())
                .distinct()
                .toList();
        if (moderated.isEmpty()) {
            return events;
        }
        Set<Long> known = queryGateway.ask(new FindFans(account, moderated, false)).stream()
                .map(Fan::fanId)
                .collect(Collectors.toSet());
        return events.stream()
                .filter(recordedEvent -> !isModeration(recordedEvent.event())
                        || known.contains(
                                ((PlayerEvent) recordedEvent.event()).player().fanId()))
                .toList();
    }

    private static boolean isModeration(Event event) {
        return event instanceof PlayerEvent && !(event instanceof ChatMessageSent);
    }

    private List<RoomFrame> frames(List<RecordedEvent> events) {
        List<RoomFrame> frames = new ArrayList<>(sources.frames(events));
        frames.sort(IN_ORDER);
        return frames;
    }
}
