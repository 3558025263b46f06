package encore.api.shows.chat;

import static encore.api.access.Lock.SESSION;

import encore.api.access.Access;
import encore.api.input.Default;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.keys.KnownSession;
import encore.api.problems.Ids;
import encore.api.queues.CommandQueue;
import encore.api.queues.CommandQueue.Priority;
import encore.api.shows.ShowFan;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.shows.chat.ChatCommand.ReportChatMessage;
import encore.kernel.shows.chat.ChatMessage;
import encore.kernel.shows.chat.ChatQuery.FindChatHistory;
import encore.kernel.shows.players.PlayerId;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Reads the messages of a show's rooms, and reports messages. */
@RestController
@Access(scope = "apps", lock = SESSION)
@RequestMapping("/api/v1/fanxp/{page_tab_id}")
class ChatController {

    private static final int USUAL = 50;

    record History(
            long pageTabId,

            @Description("A live session.") @Nullable @Size(max = 64)
            String sessionUid,

            @Description("The room of all unless it is named.") @Nullable @Size(max = 512)
            String roomName,

            @Description("The number of messages.") @Default("50") @Nullable @Min(1) @Max(200)
            Integer limit,

            @Description("Only messages before this position.") @Nullable @Min(1) @Max(Ids.HIGHEST)
            Long before) {}

    record Report(
            long pageTabId,

            @Description("The session of a fan.") @Nullable @Size(max = 64)
            String sessionUid,

            @NotBlank @Size(max = 64) String chatMessageUid,
            @Nullable @Size(max = 500) String reason) {}

    private final Backend backend;
    private final CommandQueue queue;

    ChatController(Backend backend, CommandQueue queue) {
        this.backend = backend;
        this.queue = queue;
    }

    @Description("Lists the last messages of a room, oldest first")
    @GetMapping("/chat_messages")
    Mono<List<ChatMessage>> findChatMessages(Caller caller, @Params History in) {
        int limit = in.limit() == null ? USUAL : in.limit();
        return backend.ask(
                caller, new FindChatHistory(caller.account(), in.pageTabId(), in.roomName(), in.before(), limit));
    }

    @Description("Reports a message to the moderators")
    @PostMapping("/report_chat")
    Mono<Boolean> reportChatMessage(Caller caller, @Nullable KnownSession session, @Params Report in) {
        var player = new PlayerId(new CampaignId(caller.account(), in.pageTabId()), ShowFan.of(session));
        return queue.send(caller, Priority.INTERACTION, new ReportChatMessage(player, in.chatMessageUid(), in.reason()))
                .flatMap(ChatCalls::mustBeWithin)
                .thenReturn(true);
    }
}
