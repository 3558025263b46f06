package encore.query.shows.rooms;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.infra.views.ViewsUnavailable;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.fans.FanId;
import encore.kernel.shows.ShowEvent.LiveFeedSwitched;
import encore.kernel.shows.ShowEvent.OverlayPinned;
import encore.kernel.shows.ShowEvent.OverlayPushed;
import encore.kernel.shows.ShowEvent.OverlayTakenDown;
import encore.kernel.shows.ShowEvent.OverlayUnpinned;
import encore.kernel.shows.ShowEvent.QuizResultsShown;
import encore.kernel.shows.ShowEvent.ShowStateChanged;
import encore.kernel.shows.ShowId;
import encore.kernel.shows.players.PlayerEvent.ChatMessageRemoved;
import encore.kernel.shows.players.PlayerEvent.ChatMessageRestored;
import encore.kernel.shows.players.PlayerEvent.ChatMessageSent;
import encore.kernel.shows.rooms.ErasedMessages;
import encore.kernel.shows.rooms.RoomFrames;
import encore.kernel.shows.rooms.RoomHistory;
import encore.kernel.shows.rooms.RoomName;
import encore.kernel.shows.rooms.ShowRoomQuery.FindErasedMessages;
import encore.kernel.shows.rooms.ShowRoomQuery.FindLastRoomHistory;
import encore.kernel.shows.rooms.ShowRoomQuery.FindLastShowHistory;
import encore.kernel.shows.rooms.ShowRoomQuery.FindRoomHistory;
import encore.kernel.shows.rooms.ShowRoomQuery.FindShowHistory;
import encore.query.chunks.OwnedChunk;
import encore.query.chunks.OwnedChunks;
import encore.query.projection.Projection;
import encore.query.projection.WithoutPersonalData;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * The history of rooms: for each room the positions of the events that it got, and of messages the fan. It
 * holds no texts. After the erasure of a fan the ids stay, because a client that resumes gets the removals.
 */
@Component
class RoomHistoryProjection implements Projection {

    private static final OwnedChunks ENTRIES = OwnedChunks.of("room_entries");
    private static final Collection<SpokenIn> SPOKEN_IN = Collection.of("spoken_in", SpokenIn.class);

    /** The rooms of each show that got an event, also those that were removed since. */
    private static final Collection<RoomsOfShow> ROOMS_OF_SHOWS = Collection.of("rooms_of_shows", RoomsOfShow.class);

    private final FrameSources sources;

    RoomHistoryProjection(FrameSources sources) {
        this.sources = sources;
        for (Class<?> event : sources.events()) {
            if (!Projection.eventsOf(getClass()).contains(event)) {
                throw new IllegalStateException("The history of rooms does not handle " + event.getSimpleName());
            }
        }
    }

    /** The rooms that a fan has written messages in, as owners of entries. */
    record SpokenIn(List<String> rooms) {
        SpokenIn {
            rooms = List.copyOf(rooms);
        }
    }

    /** The rooms of a show, as owners of entries. */
    record RoomsOfShow(List<String> rooms) {
        RoomsOfShow {
            rooms = List.copyOf(rooms);
        }
    }

    @Override
    public Views.Shape shape() {
        return new Views.Shape(
                "room_history",
                Stream.<Collection<?>>concat(ENTRIES.collections().stream(), Stream.of(SPOKEN_IN, ROOMS_OF_SHOWS))
                        .toList());
    }

    @EventHandler
    void on(ShowStateChanged event, RecordedEvent recordedEvent, Documents.Batch documents) {
        add(event.show(), recordedEvent, documents);
    }

    @EventHandler
    void on(LiveFeedSwitched event, RecordedEvent recordedEvent, Documents.Batch documents) {
        add(event.show(), recordedEvent, documents);
    }

    @EventHandler
    void on(OverlayPushed event, RecordedEvent recordedEvent, Documents.Batch documents) {
        add(event.show(), recordedEvent, documents);
    }

    @EventHandler
    void on(OverlayTakenDown event, RecordedEvent recordedEvent, Documents.Batch documents) {
        add(event.show(), recordedEvent, documents);
    }

    @EventHandler
    void on(OverlayPinned event, RecordedEvent recordedEvent, Documents.Batch documents) {
        add(event.show(), recordedEvent, documents);
    }

    @EventHandler
    void on(OverlayUnpinned event, RecordedEvent recordedEvent, Documents.Batch documents) {
        add(event.show(), recordedEvent, documents);
    }

    @EventHandler
    void on(QuizResultsShown event, RecordedEvent recordedEvent, Documents.Batch documents) {
        add(event.show(), recordedEvent, documents);
    }

    @WithoutPersonalData
    @EventHandler
    void on(ChatMessageSent event, RecordedEvent recordedEvent, Documents.Batch documents) {
        FanId fan = event.player().fan();
        for (String room :
                add(event.player().show(), fan.number(), RoomHistory.Kind.MESSAGE, recordedEvent, documents)) {
            SpokenIn known = documents.get(SPOKEN_IN, fan.toString());
            List<String> before = known == null ? List.of() : known.rooms();
            if (!before.contains(room)) {
                documents.put(SPOKEN_IN, fan.toString(), new SpokenIn(with(before, room)));
            }
        }
    }

    @EventHandler
    void on(ChatMessageRemoved event, RecordedEvent recordedEvent, Documents.Batch documents) {
        add(event.player().show(), recordedEvent, documents);
    }

    @EventHandler
    void on(ChatMessageRestored event, RecordedEvent recordedEvent, Documents.Batch documents) {
        add(event.player().show(), recordedEvent, documents);
    }

    @EventHandler
    void on(FanErased event, RecordedEvent recordedEvent, Documents.Batch documents) {
        SpokenIn spokenIn = documents.get(SPOKEN_IN, event.fan().toString());
        if (spokenIn != null) {
            spokenIn.rooms()
                    .forEach(room -> ENTRIES.add(
                            room, row(recordedEvent, event.fan().number(), RoomHistory.Kind.ERASURE), documents));
        }
    }

    private void add(ShowId show, RecordedEvent recordedEvent, Documents.Batch documents) {
        add(show, 0, RoomHistory.Kind.OTHER, recordedEvent, documents);
    }

    /** Adds an entry to each room that gets the event, and returns these rooms. */
    private List<String> add(
            ShowId show, long fanId, RoomHistory.Kind kind, RecordedEvent recordedEvent, Documents.Batch documents) {
        List<String> rooms = new ArrayList<>();
        for (String roomName : sources.rooms(recordedEvent)) {
            String room = owner(show.account(), roomName);
            ENTRIES.add(room, row(recordedEvent, fanId, kind), documents);
            rooms.add(room);
            RoomsOfShow known = documents.get(ROOMS_OF_SHOWS, show.toString());
            List<String> before = known == null ? List.of() : known.rooms();
            if (!before.contains(room)) {
                documents.put(ROOMS_OF_SHOWS, show.toString(), new RoomsOfShow(with(before, room)));
            }
        }
        return rooms;
    }

    private static List<String> with(List<String> rooms, String room) {
        return Stream.concat(rooms.stream(), Stream.of(room)).sorted().toList();
    }

    private static OwnedChunk.Row row(RecordedEvent recordedEvent, long fanId, RoomHistory.Kind kind) {
        return new OwnedChunk.Row(recordedEvent.position(), recordedEvent.at().toEpochMilli(), fanId, kind.ordinal());
    }

    private static String owner(long account, String roomName) {
        return account + "/" + roomName;
    }

    // The stored position may be older than what the documents hold. A query names a position that they have reached.

    @QueryHandler
    RoomHistory find(FindRoomHistory query, Documents documents) {
        List<RoomHistory.Entry> entries = entries(
                ENTRIES.rowsAfter(owner(query.account(), query.roomName()), query.after(), query.limit(), documents),
                query.upTo());
        boolean isFull = entries.size() == query.limit();
        return new RoomHistory(entries, isFull ? entries.getLast().position() : query.upTo());
    }

    @QueryHandler
    RoomHistory find(FindLastRoomHistory query, Documents documents) {
        String room = owner(query.account(), query.roomName());
        return new RoomHistory(
                entries(ENTRIES.rowsUpTo(room, query.upTo(), query.limit(), documents), query.upTo()), query.upTo());
    }

    @QueryHandler
    RoomHistory find(FindShowHistory query, Documents documents) {
        List<RoomHistory.Entry> entries = roomsOf(query.account(), query.pageTabId(), documents).stream()
                .flatMap(room ->
                        entries(ENTRIES.rowsAfter(room, query.after(), query.limit(), documents), query.upTo())
                                .stream())
                .sorted(Comparator.comparingLong(RoomHistory.Entry::position))
                .distinct()
                .limit(query.limit())
                .toList();
        boolean isFull = entries.size() == query.limit();
        return new RoomHistory(entries, isFull ? entries.getLast().position() : Math.max(query.upTo(), query.after()));
    }

    @QueryHandler
    RoomHistory find(FindLastShowHistory query, Documents documents) {
        List<RoomHistory.Entry> entries = roomsOf(query.account(), query.pageTabId(), documents).stream()
                .flatMap(room ->
                        entries(ENTRIES.rowsUpTo(room, query.upTo(), query.limit(), documents), query.upTo()).stream())
                .sorted(Comparator.comparingLong(RoomHistory.Entry::position))
                .distinct()
                .toList();
        int first = Math.max(0, entries.size() - query.limit());
        return new RoomHistory(entries.subList(first, entries.size()), query.upTo());
    }

    private static List<String> roomsOf(long account, long pageTabId, Documents documents) {
        RoomsOfShow known = documents.get(ROOMS_OF_SHOWS, new ShowId(new CampaignId(account, pageTabId)).toString());
        return known == null ? List.of() : known.rooms();
    }

    @QueryHandler
    ErasedMessages find(FindErasedMessages query, Documents documents) {
        long position = documents.position();
        SpokenIn spokenIn = documents.get(SPOKEN_IN, new FanId(query.account(), query.fanId()).toString());
        List<ErasedMessages.InRoom> rooms = new ArrayList<>();
        for (String room : spokenIn == null ? List.<String>of() : spokenIn.rooms()) {
            String roomName = room.substring(room.indexOf('/') + 1);
            boolean isOfShow = RoomName.parse(roomName)
                    .filter(name -> name.pageTabId() == query.pageTabId())
                    .isPresent();
            if (isOfShow) {
                List<Long> messages = entries(
                                ENTRIES.rowsUpTo(room, query.position() - 1, RoomFrames.MAX_FRAMES, documents),
                                Long.MAX_VALUE)
                        .stream()
                        .filter(entry -> entry.fanId() == query.fanId() && entry.kind() == RoomHistory.Kind.MESSAGE)
                        .map(RoomHistory.Entry::position)
                        .toList();
                rooms.add(new ErasedMessages.InRoom(roomName, messages));
            }
        }
        return new ErasedMessages(rooms, position);
    }

    /** Turns rows into entries. Rows after the position may have gaps, so they are left out. */
    private static List<RoomHistory.Entry> entries(@Nullable List<OwnedChunk.Row> rows, long position) {
        if (rows == null) {
            throw new ViewsUnavailable(new IllegalStateException("a chunk of the history is not visible yet"));
        }
        return rows.stream()
                .filter(row -> row.position() <= position)
                .map(row ->
                        new RoomHistory.Entry(row.position(), row.fan(), RoomHistory.Kind.values()[(int) row.count()]))
                .toList();
    }
}
