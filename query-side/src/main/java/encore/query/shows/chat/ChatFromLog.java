package encore.query.shows.chat;

import static encore.kernel.Refusal.Kind.RULE;

import encore.infra.eventstore.EventTail;
import encore.infra.eventstore.log.EventLog;
import encore.infra.views.lanes.ReadDeadline;
import encore.kernel.Event;
import encore.kernel.Refusal;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.fans.FanQuery.RequireFan;
import encore.kernel.paging.Page;
import encore.kernel.rooms.Room;
import encore.kernel.rooms.RoomQuery.FindRooms;
import encore.kernel.rooms.RoomType;
import encore.kernel.shows.ShowUid;
import encore.kernel.shows.chat.ChatMessage;
import encore.kernel.shows.chat.ChatMessageRow;
import encore.kernel.shows.chat.ChatQuery.FindChatHistory;
import encore.kernel.shows.chat.ChatQuery.FindManagedMessage;
import encore.kernel.shows.chat.ChatQuery.FindManagedMessages;
import encore.kernel.shows.chat.ChatQuery.FindMessageRow;
import encore.kernel.shows.chat.ChatQuery.FindMessageRows;
import encore.kernel.shows.chat.ChatQuery.FindRoomRows;
import encore.kernel.shows.chat.ManagedMessage;
import encore.kernel.shows.chat.ManagedMessageBuilder;
import encore.kernel.shows.players.PlayerEvent.ChatMessageSent;
import encore.kernel.shows.rooms.RoomName;
import encore.query.documents.EventReader;
import encore.query.projection.QueryComponent;
import encore.query.projection.QueryGateway;
import encore.query.shows.ShowCampaigns;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.axonframework.queryhandling.QueryHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Joins the places of messages with their texts from the log, and with the names of their authors as of now. */
@Component
class ChatFromLog implements QueryComponent {

    private static final Set<Class<?>> MESSAGES = Set.of(ChatMessageSent.class);

    private final QueryGateway queryGateway;
    private final EventReader events;

    ChatFromLog(QueryGateway queryGateway, EventTail tail, EventLog log) {
        this.queryGateway = queryGateway;
        this.events = new EventReader(tail, log);
    }

    @QueryHandler
    List<ChatMessage> find(FindChatHistory query) {
        ShowCampaigns.mustHaveShow(query.account(), query.pageTabId(), queryGateway);
        String roomName = roomName(query.account(), query.pageTabId(), query.roomName());
        List<ChatMessageRow> rows =
                queryGateway.ask(new FindRoomRows(query.account(), roomName, query.before(), query.limit()));
        Map<Long, String> texts = texts(rows);
        ChatJoins joins = joins(query.account(), query.pageTabId(), rows);
        List<ChatMessage> messages = new ArrayList<>();
        for (ChatMessageRow row : rows.reversed()) {
            String text = texts.get(row.position());
            if (text != null && joins.isKnown(row.fanId())) {
                messages.add(new ChatMessage(
                        ShowUid.CHAT_MESSAGE.at(row.position()),
                        HtmlText.escape(text),
                        row.roomName(),
                        joins.displayName(row.fanId()),
                        row.at(),
                        row.fanId(),
                        joins.moderatorStatus(row.fanId()),
                        row.position()));
            }
        }
        return List.copyOf(messages);
    }

    /** Returns the name of a room of the campaign that has messages. */
    private String roomName(long account, long pageTabId, @Nullable String asked) {
        CampaignId campaign = new CampaignId(account, pageTabId);
        String wanted =
                asked == null ? RoomName.of(RoomType.GLOBAL_CHAT, "", campaign).toString() : asked;
        return queryGateway.ask(new FindRooms(account, pageTabId)).stream()
                .filter(room -> room.roomType() != RoomType.CONTROL)
                .map(room -> nameOf(room, campaign))
                .filter(wanted::equals)
                .findFirst()
                .orElseThrow(() -> new Refusal(RULE, "unknown-id", "room_name", "The show has no such room."));
    }

    private static String nameOf(Room room, CampaignId campaign) {
        return RoomName.of(Objects.requireNonNull(room.roomType()), room.roomKey(), campaign)
                .toString();
    }

    @QueryHandler
    Page<ManagedMessage> find(FindManagedMessages query) {
        ShowCampaigns.mustHaveShow(query.account(), query.pageTabId(), queryGateway);
        Long fanId = query.selection().fanId();
        if (fanId != null) {
            queryGateway.ask(new RequireFan(query.account(), fanId, true, "fan_id"));
        }
        Page<ChatMessageRow> page = queryGateway.ask(new FindMessageRows(
                query.account(), query.pageTabId(), query.selection().withoutText(), query.paging()));
        List<ManagedMessage> messages = managed(
                query.account(),
                query.pageTabId(),
                page.rows(),
                query.selection().text());
        return new Page<>(messages, page.first(), page.last(), page.more(), page.position());
    }

    @QueryHandler
    ManagedMessage find(FindManagedMessage query) {
        ShowCampaigns.mustHaveShow(query.account(), query.pageTabId(), queryGateway);
        List<ChatMessageRow> row =
                queryGateway.ask(new FindMessageRow(query.account(), query.pageTabId(), query.position()));
        return managed(query.account(), query.pageTabId(), row, null).stream()
                .findFirst()
                .orElseThrow(() -> Refusal.unknown("The show has no such message."));
    }

    private List<ManagedMessage> managed(
            long account, long pageTabId, List<ChatMessageRow> rows, @Nullable String wanted) {
        Map<Long, String> texts = texts(rows);
        ReadDeadline.checkCurrent();
        String folded = wanted == null ? null : fold(wanted);
        List<ChatMessageRow> found = rows.stream()
                .filter(row -> {
                    String text = texts.get(row.position());
                    return text != null && (folded == null || fold(text).contains(folded));
                })
                .toList();
        ChatJoins joins = joins(account, pageTabId, found);
        return found.stream()
                .filter(row -> joins.isKnown(row.fanId()))
                .map(row -> ManagedMessageBuilder.builder()
                        .chatMessageUid(ShowUid.CHAT_MESSAGE.at(row.position()))
                        .message(HtmlText.escape(texts.getOrDefault(row.position(), "")))
                        .roomName(row.roomName())
                        .unixTimestamp(row.at())
                        .fanId(row.fanId())
                        .isRemoved(row.isRemoved())
                        .reportCount(row.reportCount())
                        .position(row.position())
                        .displayName(joins.displayName(row.fanId()))
                        .moderatorStatus(joins.moderatorStatus(row.fanId()))
                        .removedTimestamp(row.removedAt())
                        .build())
                .toList();
    }

    private static String fold(String text) {
        return text.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
    }

    /** Reads the texts of messages by position. A message whose author is erased has none. */
    private Map<Long, String> texts(List<ChatMessageRow> rows) {
        Map<Long, Event> read = events.read(rows.stream().mapToLong(ChatMessageRow::position), MESSAGES);
        Map<Long, String> texts = new HashMap<>();
        read.forEach((position, event) -> {
            String message = ((ChatMessageSent) event).message();
            if (message != null) {
                texts.put(position, message);
            }
        });
        return texts;
    }

    private ChatJoins joins(long account, long pageTabId, List<ChatMessageRow> rows) {
        return ChatJoins.of(
                account, pageTabId, rows.stream().map(ChatMessageRow::fanId).toList(), queryGateway);
    }
}
