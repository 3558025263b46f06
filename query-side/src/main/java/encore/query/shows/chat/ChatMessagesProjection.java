package encore.query.shows.chat;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Row;
import encore.infra.views.Views;
import encore.infra.views.criteria.Index;
import encore.infra.views.criteria.Order;
import encore.infra.views.criteria.Where;
import encore.kernel.StreamId;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.fans.FanId;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging;
import encore.kernel.points.ledgers.SecondRange;
import encore.kernel.shows.ShowEvent.ChatSettingsChanged;
import encore.kernel.shows.ShowEvent.ShowModeratorAdded;
import encore.kernel.shows.ShowEvent.ShowModeratorRemoved;
import encore.kernel.shows.ShowId;
import encore.kernel.shows.chat.ChatMessageRow;
import encore.kernel.shows.chat.ChatMessageRowBuilder;
import encore.kernel.shows.chat.ChatQuery.FindChatTerms;
import encore.kernel.shows.chat.ChatQuery.FindFlaggedRows;
import encore.kernel.shows.chat.ChatQuery.FindMessageRow;
import encore.kernel.shows.chat.ChatQuery.FindMessageRows;
import encore.kernel.shows.chat.ChatQuery.FindMessageRowsByTime;
import encore.kernel.shows.chat.ChatQuery.FindRoomRows;
import encore.kernel.shows.chat.ChatSelection;
import encore.kernel.shows.chat.ChatTerms;
import encore.kernel.shows.players.PlayerEvent.ChatMessageRemoved;
import encore.kernel.shows.players.PlayerEvent.ChatMessageReported;
import encore.kernel.shows.players.PlayerEvent.ChatMessageRestored;
import encore.kernel.shows.players.PlayerEvent.ChatMessageSent;
import encore.kernel.shows.players.PlayerId;
import encore.query.documents.CountedEvents;
import encore.query.documents.Keyset;
import encore.query.projection.Projection;
import encore.query.projection.WithoutPersonalData;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Keeps the places of the messages of shows, without their texts: a reader finds those in the log. Nothing here is
 * personal, so it stays when a fan is erased, and answers leave it out.
 */
@Component
class ChatMessagesProjection implements Projection {

    private static final Collection<ChatMessageRow> MESSAGES = Collection.of(
            "messages",
            ChatMessageRow.class,
            Index.on("show", "position"),
            Index.on("show", "at"),
            Index.on("room", "position"),
            Index.on("room", "isRemoved", "position"),
            Index.on("player", "position"),
            Index.on("show", "isReported", "position"),
            Index.on("show", "isRemoved", "position"),
            Index.on("isReported", "isRemoved", "show"));

    /** The reports of messages, also of a message that is applied later than they. */
    private static final Collection<Reports> REPORTS = Collection.of("reports", Reports.class);

    /** The fans who wrote messages, by their streams. */
    private static final Collection<Author> AUTHORS = Collection.of("authors", Author.class);

    private static final Collection<ChatTerms> TERMS = Collection.of("terms", ChatTerms.class);
    private static final CountedEvents EVENTS = CountedEvents.of("events");
    private static final Keyset<ChatMessageRow> NEWEST_FIRST =
            Keyset.byPosition(MESSAGES, ChatMessageRow::position).descending();

    private static final Keyset<ChatMessageRow> BY_TIME = Keyset.byTime(MESSAGES, "at", ChatMessageRow::at);

    /** @param since the position of the restoration that forgot earlier reports; 0 for none */
    record Reports(long count, long since) {}

    record Author(boolean isErased) {}

    @Override
    public Views.Shape shape() {
        return new Views.Shape("show_messages", List.of(MESSAGES, REPORTS, AUTHORS, TERMS, EVENTS.collection()));
    }

    @WithoutPersonalData
    @EventHandler
    void on(ChatMessageSent event, RecordedEvent recordedEvent, Documents.Batch documents) {
        long position = recordedEvent.position();
        PlayerId player = event.player();
        if (documents.get(MESSAGES, Keyset.key(position)) != null) {
            return;
        }
        long reports = reports(position, documents).count();
        documents.put(
                MESSAGES,
                Keyset.key(position),
                ChatMessageRowBuilder.builder()
                        .show(player.show().toString())
                        .room(room(player.account(), event.roomName()))
                        .player(player.toString())
                        .roomName(event.roomName())
                        .fanId(player.fanId())
                        .position(position)
                        .at(recordedEvent.at())
                        .isRemoved(false)
                        .isReported(reports > 0)
                        .decidedAt(0)
                        .reportCount(reports)
                        .build());
        String author = player.fan().toString();
        if (documents.get(AUTHORS, author) == null) {
            documents.put(AUTHORS, author, new Author(false));
        }
    }

    @EventHandler
    void on(ChatMessageRemoved event, RecordedEvent recordedEvent, Documents.Batch documents) {
        change(
                event.messagePosition(),
                documents,
                row -> recordedEvent.position() <= row.decidedAt()
                        ? row
                        : ChatMessageRowBuilder.builder(row)
                                .isRemoved(true)
                                .removedAt(recordedEvent.at())
                                .decidedAt(recordedEvent.position())
                                .build());
    }

    @EventHandler
    void on(ChatMessageRestored event, RecordedEvent recordedEvent, Documents.Batch documents) {
        long at = recordedEvent.position();
        String key = Keyset.key(event.messagePosition());
        if (reports(event.messagePosition(), documents).since() >= at) {
            return;
        }
        documents.put(REPORTS, key, new Reports(0, at));
        change(
                event.messagePosition(),
                documents,
                row -> at <= row.decidedAt()
                        ? row
                        : ChatMessageRowBuilder.builder(row)
                                .isRemoved(false)
                                .removedAt(null)
                                .decidedAt(at)
                                .isReported(false)
                                .reportCount(0)
                                .build());
    }

    @WithoutPersonalData
    @EventHandler
    void on(ChatMessageReported event, RecordedEvent recordedEvent, Documents.Batch documents) {
        long message = event.messagePosition();
        Reports before = reports(message, documents);
        if (recordedEvent.position() <= before.since() || !EVENTS.isNew(recordedEvent.position(), documents)) {
            return;
        }
        Reports after = new Reports(before.count() + 1, before.since());
        documents.put(REPORTS, Keyset.key(message), after);
        change(
                message,
                documents,
                row -> ChatMessageRowBuilder.builder(row)
                        .isReported(true)
                        .reportCount(after.count())
                        .build());
    }

    private static Reports reports(long message, Documents documents) {
        Reports known = documents.get(REPORTS, Keyset.key(message));
        return known == null ? new Reports(0, 0) : known;
    }

    private static void change(long message, Documents.Batch documents, UnaryOperator<ChatMessageRow> changed) {
        ChatMessageRow before = documents.get(MESSAGES, Keyset.key(message));
        if (before != null) {
            documents.put(MESSAGES, Keyset.key(message), changed.apply(before));
        }
    }

    @EventHandler
    void on(FanErased event, Documents.Batch documents) {
        if (documents.get(AUTHORS, event.fan().toString()) != null) {
            documents.put(AUTHORS, event.fan().toString(), new Author(true));
        }
    }

    @EventHandler
    void on(ShowModeratorAdded event, Documents.Batch documents) {
        ChatTerms before = terms(event.show(), documents);
        put(event.show(), moderators(before, event.fanId(), Stream.of(event.fanId())), before, documents);
    }

    @EventHandler
    void on(ShowModeratorRemoved event, Documents.Batch documents) {
        ChatTerms before = terms(event.show(), documents);
        put(event.show(), moderators(before, event.fanId(), Stream.of()), before, documents);
    }

    @EventHandler
    void on(ChatSettingsChanged event, Documents.Batch documents) {
        Integer messagesPerSecond = event.settings().messagesPerSecond();
        documents.put(
                TERMS,
                event.show().toString(),
                new ChatTerms(
                        terms(event.show(), documents).moderators(),
                        messagesPerSecond == null ? ChatTerms.DEFAULT.messagesPerSecond() : messagesPerSecond));
    }

    private static List<Long> moderators(ChatTerms before, long fanId, Stream<Long> added) {
        return Stream.concat(before.moderators().stream().filter(each -> each != fanId), added)
                .toList();
    }

    private static void put(ShowId show, List<Long> moderators, ChatTerms before, Documents.Batch documents) {
        documents.put(TERMS, show.toString(), new ChatTerms(moderators, before.messagesPerSecond()));
    }

    private static ChatTerms terms(ShowId show, Documents documents) {
        ChatTerms known = documents.get(TERMS, show.toString());
        return known == null ? ChatTerms.DEFAULT : known;
    }

    @QueryHandler
    Page<ChatMessageRow> find(FindMessageRows query, Documents documents) {
        ShowId show = new ShowId(new CampaignId(query.account(), query.pageTabId()));
        return NEWEST_FIRST.page(
                documents,
                where(show, query.selection()),
                query.paging(),
                row -> query.selection().matches(row.document()) && isOfKnownFan(row.document(), documents));
    }

    /** The condition that selects the fewest messages. The others are compared row by row. */
    private static Where where(ShowId show, ChatSelection selection) {
        if (selection.fanId() != null) {
            return Where.equal("player", new PlayerId(show.campaign(), selection.fanId()).toString());
        }
        Where all = Where.equal("show", show.toString());
        if (Boolean.TRUE.equals(selection.isReported())) {
            return Where.all(all, Where.equal("isReported", true));
        }
        if (Boolean.TRUE.equals(selection.isRemoved())) {
            return Where.all(all, Where.equal("isRemoved", true));
        }
        return selection.roomName() == null ? all : Where.equal("room", room(show.account(), selection.roomName()));
    }

    @QueryHandler
    Page<ChatMessageRow> find(FindMessageRowsByTime query, Documents documents) {
        ShowId show = new ShowId(new CampaignId(query.account(), query.pageTabId()));
        SecondRange seconds = query.seconds();
        return BY_TIME.page(
                documents,
                Where.all(
                        Where.equal("show", show.toString()),
                        new Where.Range("at", seconds.firstInstant(), true, seconds.endExclusive(), false)),
                query.paging(),
                row -> isOfKnownFan(row.document(), documents));
    }

    @QueryHandler
    List<ChatMessageRow> find(FindRoomRows query, Documents documents) {
        Where visible = Where.all(
                Where.equal("room", room(query.account(), query.roomName())), Where.equal("isRemoved", false));
        Where before = query.before() == null
                ? visible
                : Where.all(
                        Where.equal("room", room(query.account(), query.roomName())),
                        Where.equal("isRemoved", false),
                        Where.below("position", query.before()));
        return NEWEST_FIRST
                .page(
                        documents,
                        before,
                        new Paging.NextKey(null, query.limit()),
                        row -> isOfKnownFan(row.document(), documents))
                .rows();
    }

    @QueryHandler
    List<ChatMessageRow> find(FindMessageRow query, Documents documents) {
        ShowId show = new ShowId(new CampaignId(query.account(), query.pageTabId()));
        ChatMessageRow row = documents.get(MESSAGES, Keyset.key(query.position()));
        return row == null || !row.show().equals(show.toString()) || !isOfKnownFan(row, documents)
                ? List.of()
                : List.of(row);
    }

    @QueryHandler
    List<ChatMessageRow> find(FindFlaggedRows query, Documents documents) {
        String show = new ShowId(new CampaignId(query.account(), 0)).toString();
        Where flagged = Where.all(
                Where.equal("isReported", true),
                Where.equal("isRemoved", false),
                new Where.Prefix("show", show.substring(0, show.length() - 1)));
        return documents.find(MESSAGES, flagged, Order.descending("show"), null, query.limit()).stream()
                .map(Row::document)
                .filter(row -> isOfKnownFan(row, documents))
                .toList();
    }

    @QueryHandler
    ChatTerms find(FindChatTerms query, Documents documents) {
        return terms(new ShowId(new CampaignId(query.account(), query.pageTabId())), documents);
    }

    private static boolean isOfKnownFan(ChatMessageRow row, Documents documents) {
        FanId fan = StreamId.parse(PlayerId.class, row.player()).fan();
        Author author = documents.get(AUTHORS, fan.toString());
        return author != null && !author.isErased();
    }

    private static String room(long account, @Nullable String roomName) {
        return account + "/" + roomName;
    }
}
