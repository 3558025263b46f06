package encore.query.shows.chat;

import encore.infra.eventstore.EventTail;
import encore.infra.eventstore.log.EventLog;
import encore.kernel.Refusal;
import encore.kernel.shows.ShowUid;
import encore.kernel.shows.chat.AcceptedMessage;
import encore.kernel.shows.chat.ChatQuery.FindAcceptedMessage;
import encore.kernel.shows.chat.ChatQuery.FindMessageShow;
import encore.kernel.shows.chat.ChatQuery.FindMessageShow.MessageShow;
import encore.kernel.shows.players.PlayerEvent.ChatMessageSent;
import encore.query.documents.EventReader;
import encore.query.projection.QueryComponent;
import java.util.Set;
import java.util.stream.LongStream;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Answers when the log stamped a message, and its show. It reads the log alone, so it waits for no projection. */
@Component
class AcceptedMessages implements QueryComponent {

    private final EventTail tail;
    private final EventReader events;

    AcceptedMessages(EventTail tail, EventLog log) {
        this.tail = tail;
        this.events = new EventReader(tail, log);
    }

    @QueryHandler
    AcceptedMessage find(FindAcceptedMessage query) {
        return events.readRecorded(LongStream.of(query.position()), Set.of(ChatMessageSent.class)).values().stream()
                .filter(recordedEvent -> recordedEvent.account().equals(Long.toString(query.account())))
                .findFirst()
                .map(recordedEvent ->
                        new AcceptedMessage(ShowUid.CHAT_MESSAGE.at(query.position()), recordedEvent.at()))
                .orElseThrow(() -> Refusal.unknown("There is no such message."));
    }

    @QueryHandler
    MessageShow find(FindMessageShow query) {
        return ShowUid.CHAT_MESSAGE
                .position(query.chatMessageUid())
                .filter(position -> position <= tail.head())
                .flatMap(position ->
                        events.read(LongStream.of(position), Set.of(ChatMessageSent.class)).values().stream()
                                .map(sent -> ((ChatMessageSent) sent).player())
                                .filter(player -> player.account() == query.account())
                                .findFirst())
                .map(player -> new MessageShow(player.campaign().number()))
                .orElseThrow(() ->
                        new Refusal(Refusal.Kind.RULE, "unknown-id", "chat_message_uid", "There is no such message."));
    }
}
