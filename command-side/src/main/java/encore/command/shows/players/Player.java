package encore.command.shows.players;

import static org.axonframework.modelling.command.AggregateCreationPolicy.CREATE_IF_MISSING;
import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import encore.command.lookups.ActivityRecords;
import encore.command.shows.scores.PlayerScores;
import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Facts;
import encore.infra.eventstore.Streams;
import encore.kernel.Refusal;
import encore.kernel.activities.ActivityId;
import encore.kernel.shows.answers.AnswerCommand.RecordAnswer;
import encore.kernel.shows.answers.GivenAnswer;
import encore.kernel.shows.players.JoinedRoom;
import encore.kernel.shows.players.PlayerBan;
import encore.kernel.shows.players.PlayerCommand.RecordJoin;
import encore.kernel.shows.players.PlayerCommand.TellPlayer;
import encore.kernel.shows.players.PlayerEvent;
import encore.kernel.shows.players.PlayerEvent.FanBanned;
import encore.kernel.shows.players.PlayerEvent.FanUnbanned;
import encore.kernel.shows.players.PlayerEvent.GamePointsReported;
import encore.kernel.shows.players.PlayerEvent.QuizQuestionAnswered;
import encore.kernel.shows.players.PlayerEvent.RoomJoined;
import encore.kernel.shows.players.PlayerId;
import encore.kernel.shows.players.PlayerTerms;
import encore.kernel.shows.scores.CountedGamePoints;
import encore.kernel.shows.scores.ScoreCommand.RecordGamePoints;
import java.time.Instant;
import java.util.SortedSet;
import java.util.TreeSet;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.modelling.command.AggregateIdentifier;
import org.axonframework.modelling.command.CreationPolicy;
import org.axonframework.spring.stereotype.Aggregate;
import org.jspecify.annotations.Nullable;

/** A fan in a show. All that a fan does there and a ban are in one stream, so nothing follows a ban. */
@Aggregate
class Player {

    @AggregateIdentifier
    private @Nullable PlayerId id;

    /** The names of the rooms that the fan has joined. */
    private SortedSet<String> joinedRooms = new TreeSet<>();

    /** The uid of the activity of the first join. */
    private @Nullable String activityUid;

    private @Nullable PlayerBan ban;

    private PlayerScores scores = new PlayerScores();

    Player() {}

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    JoinedRoom decide(RecordJoin command, Streams streams, Claims claims, Facts facts, Instant now) {
        theFanAndTheShowAreKnown(command.player(), streams);
        theFanMayRead(now);
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
    PlayerTerms decide(TellPlayer command, Streams streams, Instant now) {
        theFanAndTheShowAreKnown(command.player(), streams);
        return new PlayerTerms(banInForce(now), activityUid);
    }

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    GivenAnswer decide(RecordAnswer command, Streams streams, Instant now) {
        theFanAndTheShowAreKnown(command.player(), streams);
        theFanMayRead(now);
        return scores.decide(command);
    }

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    CountedGamePoints decide(RecordGamePoints command, Streams streams, Instant now) {
        theFanAndTheShowAreKnown(command.player(), streams);
        theFanMayRead(now);
        return scores.decide(command);
    }

    private static void theFanAndTheShowAreKnown(PlayerId player, Streams streams) {
        streams.mustBeKnown(player.campaign());
        streams.mustBeKnown(player.fan());
    }

    private void theFanMayRead(Instant now) {
        PlayerBan inForce = banInForce(now);
        if (inForce != null && !inForce.isMute()) {
            throw bannedRefusal();
        }
    }

    private static Refusal bannedRefusal() {
        return new Refusal(Refusal.Kind.FORBIDDEN, "fan-banned", "The fan is banned from this show.");
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
}
