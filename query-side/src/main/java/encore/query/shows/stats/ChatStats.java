package encore.query.shows.stats;

import encore.infra.eventstore.EventTail;
import encore.infra.eventstore.log.EventLog;
import encore.kernel.Event;
import encore.kernel.paging.Page;
import encore.kernel.shows.ShowUid;
import encore.kernel.shows.players.PlayerEvent.ChatMessageSent;
import encore.kernel.shows.stats.StatsQuery.ListChatRecords;
import encore.kernel.shows.stats.StatsRow.ChatRecord;
import encore.kernel.shows.stats.TimelineQuery.FindMessages;
import encore.kernel.shows.stats.TimelineQuery.MessageMark;
import encore.query.documents.EventReader;
import encore.query.projection.QueryComponent;
import encore.query.projection.QueryGateway;
import encore.query.shows.chat.ChatJoins;
import encore.query.shows.chat.HtmlText;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.axonframework.queryhandling.QueryHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Joins the messages of a show with their texts in the log and with their authors. */
@Component
class ChatStats implements QueryComponent {

    private final QueryGateway queryGateway;
    private final EventReader events;

    ChatStats(QueryGateway queryGateway, EventTail tail, EventLog log) {
        this.queryGateway = queryGateway;
        this.events = new EventReader(tail, log);
    }

    @QueryHandler
    Page<ChatRecord> find(ListChatRecords query) {
        ShowCampaign.mustHaveShow(query.account(), query.pageTabId(), query.paging(), queryGateway);
        Page<MessageMark> page =
                queryGateway.ask(new FindMessages(query.account(), query.pageTabId(), query.seconds(), query.paging()));
        Map<Long, Event> texts =
                events.read(page.rows().stream().mapToLong(MessageMark::position), Set.of(ChatMessageSent.class));
        List<Long> fans = page.rows().stream().map(MessageMark::fanId).toList();
        ChatJoins joins = ChatJoins.of(query.account(), query.pageTabId(), fans, queryGateway);
        List<ChatRecord> rows = page.rows().stream()
                .map(mark -> record(mark, text(texts.get(mark.position())), joins))
                .filter(Objects::nonNull)
                .toList();
        return new Page<>(rows, page.first(), page.last(), page.more(), page.position());
    }

    /** Returns null for the message of an erased fan. */
    private static @Nullable String text(@Nullable Event event) {
        return event instanceof ChatMessageSent sent ? sent.message() : null;
    }

    private static @Nullable ChatRecord record(MessageMark mark, @Nullable String text, ChatJoins joins) {
        return text == null || !joins.isKnown(mark.fanId())
                ? null
                : new ChatRecord(
                        ShowUid.CHAT_MESSAGE.at(mark.position()),
                        HtmlText.escape(text),
                        mark.roomName(),
                        joins.displayName(mark.fanId()),
                        mark.at(),
                        mark.fanId(),
                        joins.moderatorStatus(mark.fanId()),
                        mark.removedAt() != null,
                        mark.removedAt(),
                        mark.reportCount());
    }
}
