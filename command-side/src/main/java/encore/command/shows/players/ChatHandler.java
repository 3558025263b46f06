package encore.command.shows.players;

import static encore.kernel.Refusal.Kind.RULE;

import encore.command.shows.ShowCampaigns;
import encore.infra.eventstore.Dispatch;
import encore.infra.eventstore.Facts;
import encore.infra.eventstore.Streams;
import encore.kernel.Refusal;
import encore.kernel.fans.FanCommand.ReadModerator;
import encore.kernel.rooms.RoomType;
import encore.kernel.shows.ShowCommand.ReadShow;
import encore.kernel.shows.ShowEvent.OverlayPinned;
import encore.kernel.shows.ShowEvent.OverlayPushed;
import encore.kernel.shows.ShowId;
import encore.kernel.shows.ShowTerms;
import encore.kernel.shows.ShowUid;
import encore.kernel.shows.chat.ChatCommand.InteractWithOverlay;
import encore.kernel.shows.chat.ChatCommand.RemoveChatMessage;
import encore.kernel.shows.chat.ChatCommand.ReportChatMessage;
import encore.kernel.shows.chat.ChatCommand.RestoreChatMessage;
import encore.kernel.shows.chat.ChatCommand.SendChatMessage;
import encore.kernel.shows.chat.CountedAction;
import encore.kernel.shows.chat.ModeratedMessage;
import encore.kernel.shows.chat.SentChatMessage;
import encore.kernel.shows.players.PlayerBan;
import encore.kernel.shows.players.PlayerCommand.ReadPlayer;
import encore.kernel.shows.players.PlayerCommand.RecordChatMessage;
import encore.kernel.shows.players.PlayerCommand.RecordInteraction;
import encore.kernel.shows.players.PlayerCommand.RecordRemoval;
import encore.kernel.shows.players.PlayerCommand.RecordReport;
import encore.kernel.shows.players.PlayerCommand.RecordRestoration;
import encore.kernel.shows.players.PlayerEvent.ChatMessageSent;
import encore.kernel.shows.players.PlayerId;
import java.util.Objects;
import java.util.Optional;
import org.axonframework.commandhandling.CommandHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Checks what the show says about a message, an interaction or a removal, and sends it to the stream of the fan, which
 * decides about ban and limits. A check may be outdated when the fan's stream decides: then the message was in time.
 */
@Component
class ChatHandler {

    @CommandHandler
    SentChatMessage decide(SendChatMessage command, Streams streams, Dispatch dispatch) {
        PlayerId player = command.player();
        ShowTerms show = dispatch.send(new ReadShow(player.show()));
        RoomType type = ShowRooms.typeOf(player.campaign(), command.roomName(), streams, dispatch);
        theRoomTakesMessages(type, show);
        String message = ChatRules.checked(command.message(), show.chat());
        int slowMode = Objects.requireNonNullElse(show.chat().slowModeSeconds(), 0);
        return dispatch.sendLast(new RecordChatMessage(
                player,
                command.roomName(),
                message,
                slowMode > 0 && moderates(player.show(), player.fanId(), show, dispatch) ? 0 : slowMode));
    }

    private static void theRoomTakesMessages(RoomType type, ShowTerms show) {
        boolean takes = switch (type) {
            case CONTROL -> false;
            case PERMANENT_ROOMS -> true;
            case GLOBAL_CHAT, PUBLIC_ROOMS -> show.state().isOpen();
        };
        if (!takes) {
            throw new Refusal(RULE, "room-closed", "room_name", "The room takes no messages now.");
        }
        if (Boolean.FALSE.equals(show.chat().isEnabled())) {
            throw new Refusal(RULE, "chat-disabled", "room_name", "The chat of this show is switched off.");
        }
    }

    @CommandHandler
    ModeratedMessage decide(RemoveChatMessage command, Streams streams, Facts facts, Dispatch dispatch) {
        theCallerMayModerate(command.show(), command.moderatorFanId(), dispatch);
        FoundMessage found = message(command.show(), command.chatMessageUid(), streams, facts);
        return dispatch.sendLast(
                new RecordRemoval(found.author(), found.position(), found.roomName(), command.moderatorFanId()));
    }

    @CommandHandler
    ModeratedMessage decide(RestoreChatMessage command, Streams streams, Facts facts, Dispatch dispatch) {
        theCallerMayModerate(command.show(), command.moderatorFanId(), dispatch);
        FoundMessage found = message(command.show(), command.chatMessageUid(), streams, facts);
        return dispatch.sendLast(
                new RecordRestoration(found.author(), found.position(), found.roomName(), command.moderatorFanId()));
    }

    @CommandHandler
    CountedAction decide(ReportChatMessage command, Streams streams, Facts facts, Dispatch dispatch) {
        ShowCampaigns.mustHaveShow(command.player().show(), streams);
        FoundMessage found = findMessage(command.player().show(), command.chatMessageUid(), streams, facts)
                .orElseThrow(
                        () -> new Refusal(RULE, "unknown-id", "chat_message_uid", "The show has no such message."));
        return dispatch.sendLast(new RecordReport(
                command.player(), found.position(), found.author().fanId(), command.reason()));
    }

    @CommandHandler
    CountedAction decide(InteractWithOverlay command, Facts facts, Dispatch dispatch) {
        long position = ShowUid.OVERLAY_LOG.position(command.overlayLogUid()).orElseThrow(ChatHandler::unknownOverlay);
        ShowId show = showOfOverlay(position, facts)
                .filter(found -> found.account() == command.fan().account())
                .orElseThrow(ChatHandler::unknownOverlay);
        PlayerId player = new PlayerId(show.campaign(), command.fan().number());
        return dispatch.sendLast(new RecordInteraction(player, position, command.action(), command.ipAddress()));
    }

    /** An overlay that is pinned without being pushed has the position of the pin. */
    private static Optional<ShowId> showOfOverlay(long position, Facts facts) {
        OverlayPushed pushed = facts.eventAt(position, OverlayPushed.class);
        if (pushed != null) {
            return Optional.of(pushed.show());
        }
        return Optional.ofNullable(facts.eventAt(position, OverlayPinned.class)).map(OverlayPinned::show);
    }

    private static Refusal unknownOverlay() {
        return new Refusal(RULE, "unknown-id", "overlay_log_uid", "No show pushed or pinned such an overlay.");
    }

    private static void theCallerMayModerate(ShowId show, @Nullable Long moderatorFanId, Dispatch dispatch) {
        ShowTerms terms = dispatch.send(new ReadShow(show));
        if (moderatorFanId == null) {
            return;
        }
        PlayerId moderator = new PlayerId(show.campaign(), moderatorFanId);
        PlayerBan ban = dispatch.send(new ReadPlayer(moderator)).ban();
        if (ban != null && !ban.isMute()) {
            throw Player.refusal(ban);
        }
        if (!moderates(show, moderatorFanId, terms, dispatch)) {
            throw new Refusal(RULE, "not-moderator", "Only a moderator of this show may do this.");
        }
    }

    private static boolean moderates(ShowId show, long fanId, ShowTerms terms, Dispatch dispatch) {
        return terms.moderators().contains(fanId)
                || dispatch.send(new ReadModerator(new PlayerId(show.campaign(), fanId).fan()))
                        .isModerator();
    }

    private static FoundMessage message(ShowId show, String uid, Streams streams, Facts facts) {
        return findMessage(show, uid, streams, facts)
                .orElseThrow(() -> Refusal.unknown("The show has no such message."));
    }

    private static Optional<FoundMessage> findMessage(ShowId show, String uid, Streams streams, Facts facts) {
        return ShowUid.CHAT_MESSAGE.position(uid).flatMap(position -> {
            ChatMessageSent sent = facts.eventAt(position, ChatMessageSent.class);
            return sent == null
                            || !sent.player().show().equals(show)
                            || !streams.isOpen(sent.player().fan())
                    ? Optional.empty()
                    : Optional.of(new FoundMessage(sent.player(), position, sent.roomName()));
        });
    }

    private record FoundMessage(PlayerId author, long position, String roomName) {}
}
