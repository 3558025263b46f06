package encore.api.shows.chat;

import encore.api.problems.Problem;
import encore.api.queues.CommandQueue;
import encore.api.queues.CommandQueue.Priority;
import encore.api.shows.rooms.RoomAction;
import encore.api.shows.rooms.RoomCaller;
import encore.api.wire.ErrorCode;
import encore.infra.backend.Backend;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.shows.chat.AcceptedMessage;
import encore.kernel.shows.chat.ChatCommand.SendChatMessage;
import encore.kernel.shows.chat.ChatQuery.FindAcceptedMessage;
import encore.kernel.shows.chat.SentChatMessage;
import encore.kernel.shows.players.PlayerId;
import encore.kernel.shows.rooms.RoomName;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** Posts a message in a room. */
@Component
class ChatMessageAction implements RoomAction<ChatMessageAction.Post> {

    /**
     * @param accountId the session's account
     * @param message 1 to 500 characters unless the show says otherwise
     */
    record Post(
            @Nullable Long accountId,
            @NotNull @Size(max = 512) String roomName,
            @NotNull @Size(max = 16_384) String message) {}

    private final Backend backend;
    private final CommandQueue queue;
    private final RoomRates rates;

    ChatMessageAction(Backend backend, CommandQueue queue, RoomRates rates) {
        this.backend = backend;
        this.queue = queue;
        this.rates = rates;
    }

    @Override
    public String event() {
        return "chat_message";
    }

    @Override
    public String description() {
        return "Posts a message in a room.";
    }

    @Override
    public Class<Post> data() {
        return Post.class;
    }

    @Override
    public Class<AcceptedMessage> answer() {
        return AcceptedMessage.class;
    }

    @Override
    public Mono<AcceptedMessage> handle(RoomCaller caller, Post frame) {
        return Mono.defer(() -> {
            ChatCalls.mustBeOwn(frame.accountId(), caller.account(), "account_id");
            RoomName room = RoomName.parse(frame.roomName())
                    .orElseThrow(() -> Problem.input("room_name", ErrorCode.VALUE, "is not the name of a room"));
            PlayerId player = new PlayerId(new CampaignId(caller.account(), room.pageTabId()), caller.fanId());
            return rates.count(caller.account(), room.pageTabId(), frame.roomName())
                    .then(Mono.defer(() -> queue.send(
                            caller.caller(),
                            Priority.CHAT,
                            new SendChatMessage(player, frame.roomName(), frame.message()))))
                    .flatMap(sent -> accepted(caller, sent));
        });
    }

    private Mono<AcceptedMessage> accepted(RoomCaller caller, SentChatMessage sent) {
        Long retryAfter = sent.retryAfter();
        return retryAfter == null
                ? backend.ask(
                        caller.caller(),
                        new FindAcceptedMessage(caller.account(), Objects.requireNonNull(sent.position())))
                : Mono.error(ChatCalls.tooMany(retryAfter));
    }
}
