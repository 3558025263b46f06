package encore.api.shows.chat;

import encore.api.shows.rooms.RoomAction;
import encore.api.shows.rooms.RoomCaller;
import encore.infra.backend.Backend;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.shows.ShowId;
import encore.kernel.shows.chat.ChatCommand.RemoveChatMessage;
import encore.kernel.shows.chat.ChatQuery.FindMessageShow;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** Removes a message. The caller is a moderator. */
@Component
class RemoveChatMessageAction implements RoomAction<RemoveChatMessageAction.Remove> {

    record Remove(@NotNull @Size(max = 64) String chatMessageUid) {}

    private final Backend backend;

    RemoveChatMessageAction(Backend backend) {
        this.backend = backend;
    }

    @Override
    public String event() {
        return "remove_chat_message";
    }

    @Override
    public String description() {
        return "Removes a message. Only moderators may.";
    }

    @Override
    public Class<Remove> data() {
        return Remove.class;
    }

    @Override
    public Class<NoAnswer> answer() {
        return NoAnswer.class;
    }

    @Override
    public Mono<NoAnswer> handle(RoomCaller caller, Remove frame) {
        return backend.ask(caller.caller(), new FindMessageShow(caller.account(), frame.chatMessageUid()))
                .map(found -> new ShowId(new CampaignId(caller.account(), found.pageTabId())))
                .flatMap(show -> backend.send(
                        caller.caller(), new RemoveChatMessage(show, frame.chatMessageUid(), caller.fanId())))
                .thenReturn(new NoAnswer());
    }
}
