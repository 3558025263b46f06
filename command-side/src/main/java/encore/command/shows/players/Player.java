package encore.command.shows.players;

import static encore.kernel.Refusal.Kind.FORBIDDEN;
import static encore.kernel.Refusal.Kind.RULE;
import static org.axonframework.modelling.command.AggregateCreationPolicy.CREATE_IF_MISSING;
import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import encore.command.lookups.ActivityRecords;
import encore.command.shows.ShowCampaigns;
import encore.command.shows.scores.PlayerScores;
import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Facts;
import encore.infra.eventstore.Streams;
import encore.kernel.Refusal;
import encore.kernel.activities.ActivityId;
import encore.kernel.shows.answers.AnswerCommand.RecordAnswer;
import encore.kernel.shows.answers.GivenAnswer;
import encore.kernel.shows.bans.SavedBan;
import encore.kernel.shows.chat.CountedAction;
import encore.kernel.shows.chat.ModeratedMessage;
import encore.kernel.shows.chat.SentChatMessage;
import encore.kernel.shows.players.JoinedRoom;
import encore.kernel.shows.players.PlayerBan;
import encore.kernel.shows.players.PlayerCommand.BanFan;
import encore.kernel.shows.players.PlayerCommand.ReadPlayer;
import encore.kernel.shows.players.PlayerCommand.RecordChatMessage;
import encore.kernel.shows.players.PlayerCommand.RecordInteraction;
import encore.kernel.shows.players.PlayerCommand.RecordJoin;
import encore.kernel.shows.players.PlayerCommand.RecordRemoval;
import encore.kernel.shows.players.PlayerCommand.RecordReport;
import encore.kernel.shows.players.PlayerCommand.RecordRestoration;
import encore.kernel.shows.players.PlayerCommand.UnbanFan;
import encore.kernel.shows.players.PlayerEvent;
import encore.kernel.shows.players.PlayerEvent.ChatMessageRemoved;
import encore.kernel.shows.players.PlayerEvent.ChatMessageReported;
import encore.kernel.shows.players.PlayerEvent.ChatMessageRestored;
import encore.kernel.shows.players.PlayerEvent.ChatMessageSent;
import encore.kernel.shows.players.PlayerEvent.FanBanned;
import encore.kernel.shows.players.PlayerEvent.FanUnbanned;
import encore.kernel.shows.players.PlayerEvent.GamePointsReported;
import encore.kernel.shows.players.PlayerEvent.OverlayInteracted;
import encore.kernel.shows.players.PlayerEvent.QuizQuestionAnswered;
import encore.kernel.shows.players.PlayerEvent.RoomJoined;
import encore.kernel.shows.players.PlayerId;
import encore.kernel.shows.players.PlayerTerms;
import encore.kernel.shows.scores.CountedGamePoints;
import encore.kernel.shows.scores.ScoreCommand.RecordGamePoints;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.eventhandling.SequenceNumber;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.modelling.command.AggregateIdentifier;
import org.axonframework.modelling.command.CreationPolicy;
import org.axonframework.spring.stereotype.Aggregate;
import org.jspecify.annotations.Nullable;

/** A fan in a show. All that a fan does there and a ban are in one stream, so nothing follows a ban. */
@Aggregate
class Player {

    private static final int MAX_MESSAGES = 5;
    private static final Duration MESSAGES_PERIOD = Duration.ofSeconds(10);
    private static final int MAX_REPORTS = 10;
    private static final int MAX_INTERACTIONS = 60;
    private static final Duration MINUTE = Duration.ofMinutes(1);

    @AggregateIdentifier
    private @Nullable PlayerId id;

    /** The names of the rooms that the fan has joined. */
    private SortedSet<String> joinedRooms = new TreeSet<>();

    /** The uid of the activity of the first join. */
    private @Nullable String activityUid;

    private @Nullable PlayerBan ban;

    private PlayerScores scores = new PlayerScores();
    /** The sequences of the last messages. */
    private List<Long> sentMessages = new ArrayList<>();

    /** The positions of this fan's messages that are removed. */
    private SortedSet<Long> removedMessages = new TreeSet<>();

    /** The positions of the messages that this fan has reported. */
    private SortedSet<Long> reportedMessages = new TreeSet<>();

    /** The sequences of the last reports. */
    private List<Long> reports = new ArrayList<>();

    /** The sequences of the last interactions. */
    private List<Long> interactions = new ArrayList<>();

    /** Begins anew in each process, and so is no part of a snapshot. */
    private final transient OwnEvents ownEvents = new OwnEvents();

    Player() {}

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    JoinedRoom decide(RecordJoin command, Streams streams, Claims claims, Facts facts, Instant now) {
        theFanAndTheShowAreKnown(command.player(), streams);
        theFanIsNotShutOut(now);
        if (joinedRooms.contains(command.roomName())) {
            return new JoinedRoom(command.roomName(), false);
        }
        PlayerId player = command.player();
        String newActivity = activityUid == null ? command.activityUid() : null;
        apply(new RoomJoined(player, command.roomName(), newActivity));
        if (newActivity != null) {
            ActivityRecords.record(
                    ActivityRecords.inCampaign(
                            new ActivityId(player.account(), newActivity), player.fan(), player.campaign(), streams),
                    claims,
                    facts);
        }
        return new JoinedRoom(command.roomName(), true);
    }

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    SentChatMessage decide(RecordChatMessage command, Streams streams, Instant now) {
        theFanAndTheShowAreKnown(command.player(), streams);
        theFanMayChat(now);
        Long wait = longest(
                ownEvents.waitFor(sentMessages, MAX_MESSAGES, MESSAGES_PERIOD, command.player(), streams, now),
                ownEvents.waitFor(
                        sentMessages,
                        1,
                        Duration.ofSeconds(command.slowModeSeconds()),
                        command.player(),
                        streams,
                        now));
        if (wait != null) {
            return new SentChatMessage(null, wait);
        }
        apply(new ChatMessageSent(command.player(), command.roomName(), command.message()));
        return SentChatMessage.RECORDED;
    }

    private static @Nullable Long longest(@Nullable Long one, @Nullable Long other) {
        return one == null || other != null && other > one ? other : one;
    }

    @CommandHandler
    ModeratedMessage decide(RecordRemoval command, Streams streams) {
        theFanAndTheShowAreKnown(command.player(), streams);
        if (!removedMessages.contains(command.messagePosition())) {
            apply(new ChatMessageRemoved(
                    command.player(), command.messagePosition(), command.roomName(), command.moderatorFanId()));
        }
        return new ModeratedMessage(command.messagePosition());
    }

    /** A message that is not removed may be reported, which the streams of other fans know. So each restoration counts. */
    @CommandHandler
    ModeratedMessage decide(RecordRestoration command, Streams streams) {
        theFanAndTheShowAreKnown(command.player(), streams);
        apply(new ChatMessageRestored(
                command.player(), command.messagePosition(), command.roomName(), command.moderatorFanId()));
        return new ModeratedMessage(command.messagePosition());
    }

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    CountedAction decide(RecordReport command, Streams streams, Instant now) {
        theFanAndTheShowAreKnown(command.player(), streams);
        theFanIsNotShutOut(now);
        if (reportedMessages.contains(command.messagePosition())) {
            return CountedAction.WITHIN_LIMIT;
        }
        Long wait = ownEvents.waitFor(reports, MAX_REPORTS, MINUTE, command.player(), streams, now);
        if (wait == null) {
            apply(new ChatMessageReported(
                    command.player(), command.messagePosition(), command.authorFanId(), command.reason()));
        }
        return new CountedAction(wait);
    }

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    CountedAction decide(RecordInteraction command, Streams streams, Instant now) {
        theFanAndTheShowAreKnown(command.player(), streams);
        theFanIsNotShutOut(now);
        Long wait = ownEvents.waitFor(interactions, MAX_INTERACTIONS, MINUTE, command.player(), streams, now);
        if (wait == null) {
            apply(new OverlayInteracted(
                    command.player(), command.overlayPosition(), command.action(), command.ipAddress()));
        }
        return new CountedAction(wait);
    }

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    SavedBan decide(BanFan command, Streams streams, Instant now) {
        PlayerId player = command.player();
        ShowCampaigns.mustHaveShow(player.show(), streams);
        streams.mustBeOpen(player.fan(), "fan_id");
        theEndIsToCome(command.until(), now);
        apply(new FanBanned(player, command.isMute(), command.until(), command.reason()));
        return new SavedBan(player.fanId());
    }

    private static void theEndIsToCome(@Nullable Instant until, Instant now) {
        if (until != null && !until.isAfter(now)) {
            throw new Refusal(RULE, "ban-is-over", "until", "A ban ends in the future.");
        }
    }

    /** Also lifts a ban from a campaign without a show, which earlier builds recorded. */
    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    SavedBan decide(UnbanFan command, Streams streams, Instant now) {
        PlayerId player = command.player();
        streams.mustBeKnown(player.campaign());
        streams.mustBeKnown(player.fan());
        if (banInForce(now) == null) {
            ShowCampaigns.mustHaveShow(player.show(), streams);
            throw Refusal.unknown("The fan is not banned from this show.");
        }
        apply(new FanUnbanned(player));
        return new SavedBan(player.fanId());
    }

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    PlayerTerms decide(ReadPlayer command, Streams streams, Instant now) {
        theFanAndTheShowAreKnown(command.player(), streams);
        return new PlayerTerms(banInForce(now), activityUid);
    }

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    GivenAnswer decide(RecordAnswer command, Streams streams, Instant now) {
        theFanAndTheShowAreKnown(command.player(), streams);
        theFanIsNotShutOut(now);
        return scores.decide(command);
    }

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    CountedGamePoints decide(RecordGamePoints command, Streams streams, Instant now) {
        theFanAndTheShowAreKnown(command.player(), streams);
        theFanIsNotShutOut(now);
        return scores.decide(command);
    }

    private static void theFanAndTheShowAreKnown(PlayerId player, Streams streams) {
        ShowCampaigns.mustHaveShow(player.show(), streams);
        streams.mustBeKnown(player.fan());
    }

    /** A mute forbids messages and nothing else. */
    private void theFanIsNotShutOut(Instant now) {
        PlayerBan inForce = banInForce(now);
        if (inForce != null && !inForce.isMute()) {
            throw refusal(inForce);
        }
    }

    private void theFanMayChat(Instant now) {
        PlayerBan inForce = banInForce(now);
        if (inForce != null) {
            throw refusal(inForce);
        }
    }

    /** Returns the refusal of a banned fan. That of a mute has a type of its own, since it closes no connection. */
    static Refusal refusal(PlayerBan ban) {
        return ban.isMute()
                ? new Refusal(FORBIDDEN, "fan-muted", "The fan may write no messages in this show.")
                : new Refusal(FORBIDDEN, "fan-banned", "The fan is banned from this show.");
    }

    private @Nullable PlayerBan banInForce(Instant now) {
        return ban != null && ban.isInForce(now) ? ban : null;
    }

    @EventSourcingHandler
    void evolve(PlayerEvent event) {
        id = event.player();
    }

    @EventSourcingHandler
    void evolve(RoomJoined event) {
        id = event.player();
        joinedRooms.add(event.roomName());
        if (event.activityUid() != null) {
            activityUid = event.activityUid();
        }
    }

    @EventSourcingHandler
    void evolve(FanBanned event) {
        id = event.player();
        ban = new PlayerBan(event.isMute(), event.until());
    }

    @EventSourcingHandler
    void evolve(FanUnbanned event) {
        id = event.player();
        ban = null;
    }

    @EventSourcingHandler
    void evolve(QuizQuestionAnswered event) {
        id = event.player();
        scores.evolve(event);
    }

    @EventSourcingHandler
    void evolve(GamePointsReported event) {
        id = event.player();
        scores.evolve(event);
    }

    @EventSourcingHandler
    void evolve(ChatMessageSent event, @SequenceNumber long sequence) {
        id = event.player();
        ownEvents.add(sentMessages, sequence, MAX_MESSAGES);
    }

    @EventSourcingHandler
    void evolve(ChatMessageRemoved event) {
        removedMessages.add(event.messagePosition());
    }

    @EventSourcingHandler
    void evolve(ChatMessageRestored event) {
        removedMessages.remove(event.messagePosition());
    }

    @EventSourcingHandler
    void evolve(ChatMessageReported event, @SequenceNumber long sequence) {
        id = event.player();
        reportedMessages.add(event.messagePosition());
        ownEvents.add(reports, sequence, MAX_REPORTS);
    }

    @EventSourcingHandler
    void evolve(OverlayInteracted event, @SequenceNumber long sequence) {
        id = event.player();
        ownEvents.add(interactions, sequence, MAX_INTERACTIONS);
    }
}
