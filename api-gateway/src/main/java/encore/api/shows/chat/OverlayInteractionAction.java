package encore.api.shows.chat;

import encore.api.queues.CommandQueue;
import encore.api.queues.CommandQueue.Priority;
import encore.api.shows.rooms.RoomAction;
import encore.api.shows.rooms.RoomCaller;
import encore.kernel.fans.FanId;
import encore.kernel.shows.chat.ChatCommand.InteractWithOverlay;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** Records that a fan used an overlay. */
@Component
class OverlayInteractionAction implements RoomAction<OverlayInteractionAction.Interaction> {

    /**
     * @param action such as {@code expand}
     * @param fanId the session's fan
     * @param accountId the session's account
     */
    record Interaction(
            @NotNull
            @Size(min = 1, max = 64)
            @Pattern(regexp = "[^\\x00-\\x1F\\x7F]*", message = "has control characters")
            String action,

            @Nullable Long fanId,
            @NotNull @Size(max = 64) String overlayLogUid,
            @Nullable Long accountId) {}

    private final CommandQueue queue;

    OverlayInteractionAction(CommandQueue queue) {
        this.queue = queue;
    }

    @Override
    public String event() {
        return "overlay_interaction";
    }

    @Override
    public String description() {
        return "Records that the fan used an overlay.";
    }

    @Override
    public Class<Interaction> data() {
        return Interaction.class;
    }

    @Override
    public Class<NoAnswer> answer() {
        return NoAnswer.class;
    }

    @Override
    public Mono<NoAnswer> handle(RoomCaller caller, Interaction frame) {
        return Mono.defer(() -> {
            ChatCalls.mustBeOwn(frame.accountId(), caller.account(), "account_id");
            ChatCalls.mustBeOwn(frame.fanId(), caller.fanId(), "fan_id");
            FanId fan = new FanId(caller.account(), caller.fanId());
            return queue.send(
                            caller.caller(),
                            Priority.INTERACTION,
                            new InteractWithOverlay(fan, frame.overlayLogUid(), frame.action(), caller.ipAddress()))
                    .flatMap(ChatCalls::mustBeWithin)
                    .thenReturn(new NoAnswer());
        });
    }
}
