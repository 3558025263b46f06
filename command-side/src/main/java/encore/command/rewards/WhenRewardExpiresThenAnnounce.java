package encore.command.rewards;

import encore.command.automations.Automation;
import encore.command.automations.DueTimer;
import encore.command.automations.ProcessContext;
import encore.command.automations.Reactions;
import encore.infra.eventstore.RecordedEvent;
import encore.kernel.StreamId;
import encore.kernel.rewards.RewardCommand.AnnounceExpiration;
import encore.kernel.rewards.RewardEvent.RewardChanged;
import encore.kernel.rewards.RewardEvent.RewardCreated;
import encore.kernel.rewards.RewardEvent.RewardDeleted;
import encore.kernel.rewards.RewardId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Has the expiration of a reward announced when the log has passed it. It decides nothing. */
@Component
class WhenRewardExpiresThenAnnounce implements Automation {

    @Override
    public Reactions reactions() {
        return Reactions.of(AnnounceExpiration.class)
                .on(
                        RewardCreated.class,
                        (event, recordedEvent, process) ->
                                setTimer(event.reward(), event.details().expirationTimestamp(), process))
                .on(RewardChanged.class, WhenRewardExpiresThenAnnounce::changed)
                .on(
                        RewardDeleted.class,
                        (event, recordedEvent, process) ->
                                process.cancel(event.reward().toString()))
                .onTimer(WhenRewardExpiresThenAnnounce::announce);
    }

    private static void changed(RewardChanged event, RecordedEvent recordedEvent, ProcessContext process) {
        if (event.patch().touches("expirationTimestamp")) {
            process.cancel(event.reward().toString());
            setTimer(event.reward(), event.changes().expirationTimestamp(), process);
        }
    }

    private static void setTimer(RewardId reward, @Nullable Instant expiration, ProcessContext process) {
        if (expiration != null) {
            process.at(expiration, reward.toString());
        }
    }

    private static void announce(DueTimer timer, ProcessContext process) {
        process.send(new AnnounceExpiration(StreamId.parse(RewardId.class, timer.key()), timer.at()));
    }
}
