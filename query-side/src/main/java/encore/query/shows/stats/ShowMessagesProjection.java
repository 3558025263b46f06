package encore.query.shows.stats;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.infra.views.criteria.Where;
import encore.kernel.paging.Page;
import encore.kernel.shows.players.PlayerEvent.ChatMessageRemoved;
import encore.kernel.shows.players.PlayerEvent.ChatMessageReported;
import encore.kernel.shows.players.PlayerEvent.ChatMessageRestored;
import encore.kernel.shows.players.PlayerEvent.ChatMessageSent;
import encore.kernel.shows.stats.TimelineQuery.FindMessages;
import encore.kernel.shows.stats.TimelineQuery.MessageMark;
import encore.query.documents.CountedEvents;
import encore.query.documents.Keyset;
import encore.query.projection.Projection;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Keeps of each message of a show where it stands in the log, whether it is removed, and how often it was reported. Its
 * text stays in the log. A message and its marks are of different documents: a report is in the stream of the fan who
 * reported, and may be applied before a message that is late.
 */
@Component
class ShowMessagesProjection implements Projection {

    private static final String AT = "at";

    private static final Collection<Message> MESSAGES =
            Collection.of("show_messages", Message.class, ShowTimes.index(AT));
    private static final Collection<Marks> MARKS = Collection.of("show_message_marks", Marks.class);
    private static final CountedEvents EVENTS = CountedEvents.of("show_message_events");
    private static final Keyset<Message> BY_TIME = Keyset.byTime(MESSAGES, AT, Message::at);

    /** A message, under its position. */
    record Message(long account, long pageTabId, long position, String roomName, long fanId, Instant at) {}

    /** Removals, restorations and reports of a message, under its position. */
    record Marks(@Nullable Instant removedAt, long reportCount) {

        static final Marks NONE = new Marks(null, 0);
    }

    @Override
    public Views.Shape shape() {
        return new Views.Shape("told_messages", List.of(MESSAGES, MARKS, EVENTS.collection()));
    }

    @Override
    public Duration batchInterval() {
        return Duration.ofMillis(200);
    }

    @EventHandler
    void on(ChatMessageSent event, RecordedEvent recorded, Documents.Batch documents) {
        documents.put(
                MESSAGES,
                Keyset.key(recorded.position()),
                new Message(
                        event.player().account(),
                        event.player().campaign().number(),
                        recorded.position(),
                        event.roomName(),
                        event.player().fanId(),
                        recorded.at()));
    }

    @EventHandler
    void on(ChatMessageRemoved event, RecordedEvent recorded, Documents.Batch documents) {
        if (EVENTS.isNew(recorded.position(), documents)) {
            long reports = marks(event.messagePosition(), documents).reportCount();
            documents.put(MARKS, Keyset.key(event.messagePosition()), new Marks(recorded.at(), reports));
        }
    }

    @EventHandler
    void on(ChatMessageRestored event, RecordedEvent recorded, Documents.Batch documents) {
        if (EVENTS.isNew(recorded.position(), documents)) {
            documents.put(MARKS, Keyset.key(event.messagePosition()), Marks.NONE);
        }
    }

    @EventHandler
    void on(ChatMessageReported event, RecordedEvent recorded, Documents.Batch documents) {
        if (EVENTS.isNew(recorded.position(), documents)) {
            Marks before = marks(event.messagePosition(), documents);
            documents.put(
                    MARKS,
                    Keyset.key(event.messagePosition()),
                    new Marks(before.removedAt(), before.reportCount() + 1));
        }
    }

    private static Marks marks(long messagePosition, Documents documents) {
        Marks found = documents.get(MARKS, Keyset.key(messagePosition));
        return found == null ? Marks.NONE : found;
    }

    @QueryHandler
    Page<MessageMark> find(FindMessages query, Documents documents) {
        Where rows = ShowTimes.within(query.account(), query.pageTabId(), AT, query.seconds());
        return BY_TIME.page(documents, rows, query.paging()).map(message -> {
            Marks marks = marks(message.position(), documents);
            return new MessageMark(
                    message.position(),
                    message.roomName(),
                    message.fanId(),
                    message.at(),
                    marks.removedAt(),
                    marks.reportCount());
        });
    }
}
