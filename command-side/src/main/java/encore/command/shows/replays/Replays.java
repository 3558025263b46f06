package encore.command.shows.replays;

import static encore.kernel.Refusal.Kind.RULE;
import static org.axonframework.modelling.command.AggregateCreationPolicy.CREATE_IF_MISSING;
import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import encore.command.shows.ShowCampaigns;
import encore.infra.eventstore.Streams;
import encore.kernel.Refusal;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.fans.FanId;
import encore.kernel.shows.ShowId;
import encore.kernel.shows.replays.ReplayCommand.EndReplay;
import encore.kernel.shows.replays.ReplayCommand.OpenReplay;
import encore.kernel.shows.replays.ReplayCommand.SetReplayClock;
import encore.kernel.shows.replays.ReplayEvent.ReplayClockSet;
import encore.kernel.shows.replays.ReplayEvent.ReplayEnded;
import encore.kernel.shows.replays.ReplayEvent.ReplayOpened;
import encore.kernel.shows.replays.ReplaysId;
import encore.kernel.shows.replays.RunningReplay;
import encore.kernel.shows.replays.SavedReplay;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.eventhandling.SequenceNumber;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.modelling.command.AggregateIdentifier;
import org.axonframework.modelling.command.CreationPolicy;
import org.axonframework.spring.stereotype.Aggregate;
import org.jspecify.annotations.Nullable;

/**
 * The replays of an account. One stream has all of them, so that it decides how many there are. A replay is over 24 hours
 * after the stamp of its opening; the next one that is opened records the end.
 */
@Aggregate
class Replays {

    @AggregateIdentifier
    private @Nullable ReplaysId id;

    /** By uid. */
    private Map<String, OpenedReplay> opened = new TreeMap<>();

    /**
     * A replay that was not ended.
     *
     * @param sequence the number of the event that opened it
     */
    record OpenedReplay(long pageTabId, long sequence, Instant from, Instant to, int speed, boolean isPaused) {}

    Replays() {}

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    SavedReplay decide(OpenReplay command, Streams streams, Instant now) {
        CampaignId campaign = new CampaignId(command.replays().account(), command.pageTabId());
        ShowCampaigns.mustHaveShow(new ShowId(campaign), streams);
        theSecondsAreOver(command.to(), now);
        for (long fanId : command.fanIds()) {
            streams.mustBeOpen(new FanId(campaign.account(), fanId), "fan_ids");
        }
        List<String> over = opened.entrySet().stream()
                .filter(replay -> isOver(command.replays(), replay.getValue(), streams, now))
                .map(Map.Entry::getKey)
                .toList();
        if (opened.size() - over.size() >= RunningReplay.MOST) {
            throw new Refusal(
                    RULE,
                    "too-many-replays",
                    "page_tab_id",
                    "An account has at most " + RunningReplay.MOST + " replays at a time. End one first.");
        }
        for (String uid : over) {
            apply(new ReplayEnded(
                    command.replays(),
                    uid,
                    Objects.requireNonNull(opened.get(uid)).pageTabId()));
        }
        apply(new ReplayOpened(
                command.replays(),
                command.replayUid(),
                command.pageTabId(),
                command.from(),
                command.to(),
                command.speed(),
                command.isPaused(),
                command.fanIds().stream().distinct().sorted().toList()));
        return new SavedReplay(command.pageTabId(), command.replayUid());
    }

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    SavedReplay decide(SetReplayClock command, Streams streams, Instant now) {
        OpenedReplay replay = known(command.replays(), command.replayUid(), command.pageTabId(), streams, now);
        theTimeIsShown(replay, command.seek());
        int speed = Objects.requireNonNullElse(command.speed(), replay.speed());
        boolean isPaused = Objects.requireNonNullElse(command.isPaused(), replay.isPaused());
        if (command.seek() != null || speed != replay.speed() || isPaused != replay.isPaused()) {
            apply(new ReplayClockSet(
                    command.replays(), command.replayUid(), command.pageTabId(), speed, isPaused, command.seek()));
        }
        return new SavedReplay(command.pageTabId(), command.replayUid());
    }

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    SavedReplay decide(EndReplay command, Streams streams, Instant now) {
        known(command.replays(), command.replayUid(), command.pageTabId(), streams, now);
        apply(new ReplayEnded(command.replays(), command.replayUid(), command.pageTabId()));
        return new SavedReplay(command.pageTabId(), command.replayUid());
    }

    private static void theSecondsAreOver(Instant to, Instant now) {
        if (to.plusSeconds(1).isAfter(now)) {
            throw new Refusal(RULE, "replay-of-the-future", "to", "The last second of a replay must be over.");
        }
    }

    private static void theTimeIsShown(OpenedReplay replay, @Nullable Instant seek) {
        if (seek != null && (seek.isBefore(replay.from()) || seek.isAfter(replay.to()))) {
            throw new Refusal(
                    RULE, "replay-of-other-times", "seek", "The replay shows only the times from its from to its to.");
        }
    }

    private OpenedReplay known(ReplaysId replays, String uid, long pageTabId, Streams streams, Instant now) {
        OpenedReplay replay = opened.get(uid);
        if (replay == null || replay.pageTabId() != pageTabId || isOver(replays, replay, streams, now)) {
            ShowCampaigns.mustHaveShow(new ShowId(new CampaignId(replays.account(), pageTabId)), streams);
            throw Refusal.unknown("The show has no such replay, or it has ended.");
        }
        return replay;
    }

    /** An opening that the log does not have yet is of this moment. */
    private static boolean isOver(ReplaysId replays, OpenedReplay replay, Streams streams, Instant now) {
        Streams.Place place = streams.place(replays, replay.sequence());
        return place != null && !now.isBefore(place.at().plus(RunningReplay.KEPT));
    }

    @EventSourcingHandler
    void evolve(ReplayOpened event, @SequenceNumber long sequence) {
        id = event.replays();
        opened.put(
                event.replayUid(),
                new OpenedReplay(
                        event.pageTabId(), sequence, event.from(), event.to(), event.speed(), event.isPaused()));
    }

    @EventSourcingHandler
    void evolve(ReplayClockSet event) {
        opened.computeIfPresent(
                event.replayUid(),
                (uid, before) -> new OpenedReplay(
                        before.pageTabId(),
                        before.sequence(),
                        before.from(),
                        before.to(),
                        event.speed(),
                        event.isPaused()));
    }

    @EventSourcingHandler
    void evolve(ReplayEnded event) {
        opened.remove(event.replayUid());
    }
}
