package encore.query.shows.stats;

import encore.infra.eventstore.EventTail;
import encore.infra.eventstore.log.EventLog;
import encore.kernel.Event;
import encore.kernel.paging.Page;
import encore.kernel.shows.ShowUid;
import encore.kernel.shows.chat.ChatMessageRow;
import encore.kernel.shows.chat.ChatQuery.FindMessageRowsByTime;
import encore.kernel.shows.players.PlayerEvent.ChatMessageSent;
import encore.kernel.shows.stats.StatsQuery.ListChatRecords;
import encore.kernel.shows.stats.StatsRow.ChatRecord;
import encore.query.documents.EventReader;
import encore.query.projection.QueryComponent;
import encore.query.projection.QueryGateway;
import encore.query.shows.ShowCampaigns;
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
        ShowCampaigns.mustHaveShow(query.account(), query.pageTabId(), query.paging(), queryGateway);
        Page<ChatMessageRow> page = queryGateway.ask(
                new FindMessageRowsByTime(query.account(), query.pageTabId(), query.seconds(), query.paging()));
        Map<Long, Event> texts =
                events.read(page.rows().stream().mapToLong(ChatMessageRow::position), Set.of(ChatMessageSent.class));
        List<Long> fans = page.rows().stream().map(ChatMessageRow::fanId).toList();
        ChatJoins joins = ChatJoins.of(query.account(), query.pageTabId(), fans, queryGateway);
        List<ChatRecord> rows = page.rows().stream()
                .map(row -> record(row, text(texts.get(row.position())), joins))
                .filter(Objects::nonNull)
                .toList();
        return new Page<>(rows, page.first(), page.last(), page.more(), page.position());
    }

    /** Returns null for the message of an erased fan. */
    private static @Nullable String text(@Nullable Event event) {
        return event instanceof ChatMessageSent sent ? sent.message() : null;
    }

    private static @Nullable ChatRecord record(ChatMessageRow row, @Nullable String text, ChatJoins joins) {
        return text == null || !joins.isKnown(row.fanId())
                ? null
                : new ChatRecord(
                        ShowUid.CHAT_MESSAGE.at(row.position()),
                        HtmlText.escape(text),
                        row.roomName(),
                        joins.displayName(row.fanId()),
                        row.at(),
                        row.fanId(),
                        joins.moderatorStatus(row.fanId()),
                        row.isRemoved(),
                        row.removedAt(),
                        row.reportCount());
    }
}
