package encore.api.shows.chat;

import encore.api.shows.rooms.RoomAction;
import encore.api.shows.rooms.RoomCaller;
import encore.infra.backend.Backend;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.shows.ShowId;
import encore.kernel.shows.chat.ChatCommand.RestoreChatMessage;
import encore.kernel.shows.chat.ChatQuery.FindMessageShow;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** Brings a message back and forgets its reports. The caller is a moderator. */
@Component
class UnflagChatMessageAction implements RoomAction<UnflagChatMessageAction.Unflag> {

    record Unflag(@NotNull @Size(max = 64) String chatMessageUid) {}

    private final Backend backend;

    UnflagChatMessageAction(Backend backend) {
        this.backend = backend;
    }

    @Override
    public String event() {
        return "unflag_chat_message";
    }

    @Override
    public String description() {
        return "Brings a message back and forgets its reports. Only moderators may.";
    }

    @Override
    public Class<Unflag> data() {
        return Unflag.class;
    }

    @Override
    public Class<NoAnswer> answer() {
        return NoAnswer.class;
    }

    @Override
    public Mono<NoAnswer> handle(RoomCaller caller, Unflag frame) {
        return backend.ask(caller.caller(), new FindMessageShow(caller.account(), frame.chatMessageUid()))
                .map(found -> new ShowId(new CampaignId(caller.account(), found.pageTabId())))
                .flatMap(show -> backend.send(
                        caller.caller(), new RestoreChatMessage(show, frame.chatMessageUid(), caller.fanId())))
                .thenReturn(new NoAnswer());
    }
}
