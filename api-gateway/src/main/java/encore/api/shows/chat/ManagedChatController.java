package encore.api.shows.chat;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.paging.Pages;
import encore.api.problems.Problem;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.people.Area;
import encore.kernel.shows.ShowId;
import encore.kernel.shows.ShowUid;
import encore.kernel.shows.chat.ChatCommand.RemoveChatMessage;
import encore.kernel.shows.chat.ChatCommand.RestoreChatMessage;
import encore.kernel.shows.chat.ChatQuery.FindManagedMessage;
import encore.kernel.shows.chat.ChatQuery.FindManagedMessages;
import encore.kernel.shows.chat.ChatSelection;
import encore.kernel.shows.chat.ManagedMessage;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Moderates the messages of a show. */
@RestController
@Access(scope = "manage", area = Area.MODERATION, lock = SECRET)
@RequestMapping("/api/v1/manage/live/{page_tab_id}/chat_messages")
class ManagedChatController {

    private static final int ROWS = 500;
    private static final String ONE = "/{chat_message_uid}";

    record Find(
            long pageTabId,

            @Description("Only messages of this room.") @Nullable @Size(max = 512)
            String roomName,

            @Description("Only messages of this fan.") @Nullable
            Long fanId,

            @Description("Only removed messages, or only others.") @Nullable
            Boolean isRemoved,

            @Description("Only messages that were reported since they were last restored, or only others.") @Nullable
            Boolean isReported,

            @Description("Only messages that contain this text, compared without case.") @Nullable @Size(max = 255)
            String q,

            @Description("The most messages, of the newest ones. Absent: all.") @Nullable @Min(1) @Max(ROWS)
            Integer limit) {

        ChatSelection selection() {
            return new ChatSelection(roomName, fanId, isRemoved, isReported, q);
        }
    }

    record One(long pageTabId, @Size(max = 64) String chatMessageUid) {

        ShowId show(Caller caller) {
            return new ShowId(new CampaignId(caller.account(), pageTabId));
        }
    }

    private final Backend backend;

    ManagedChatController(Backend backend) {
        this.backend = backend;
    }

    @Description("Lists the messages of a show, newest first")
    @GetMapping
    Flux<ManagedMessage> listChatMessages(Caller caller, @Params Find in) {
        int rows = in.limit() == null ? ROWS : in.limit();
        Flux<ManagedMessage> all = Pages.all(after -> backend.ask(
                caller,
                new FindManagedMessages(caller.account(), in.pageTabId(), in.selection(), new NextKey(after, rows))));
        return in.limit() == null ? all : all.take(rows);
    }

    @Description("Finds a message")
    @GetMapping(ONE)
    Mono<ManagedMessage> findChatMessage(Caller caller, @Params One in) {
        long position = ShowUid.CHAT_MESSAGE.position(in.chatMessageUid()).orElseThrow(Problem::unknown);
        return backend.ask(caller, new FindManagedMessage(caller.account(), in.pageTabId(), position));
    }

    @Description("Removes a message from its room")
    @DeleteMapping(ONE)
    Mono<Boolean> removeChatMessage(Caller caller, @Params One in) {
        return backend.send(caller, new RemoveChatMessage(in.show(caller), in.chatMessageUid(), null))
                .thenReturn(true);
    }

    @Description("Brings a removed message back, and forgets its reports")
    @PostMapping(ONE + "/restore")
    Mono<ManagedMessage> restoreChatMessage(Caller caller, @Params One in) {
        return backend.send(caller, new RestoreChatMessage(in.show(caller), in.chatMessageUid(), null))
                .flatMap(restored -> backend.ask(
                        caller, new FindManagedMessage(caller.account(), in.pageTabId(), restored.messagePosition())));
    }
}
