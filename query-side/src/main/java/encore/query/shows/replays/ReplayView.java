package encore.query.shows.replays;

import encore.infra.eventstore.EventTail;
import encore.kernel.Refusal;
import encore.kernel.fans.Fan;
import encore.kernel.fans.FanQuery.FindFans;
import encore.kernel.shows.replays.Replay;
import encore.kernel.shows.replays.ReplayQuery.FindReplay;
import encore.kernel.shows.replays.ReplayQuery.FindReplays;
import encore.kernel.shows.replays.ReplayQuery.FindRunningReplay;
import encore.kernel.shows.replays.ReplayQuery.FindRunningReplays;
import encore.kernel.shows.replays.RunningReplay;
import encore.query.projection.QueryComponent;
import encore.query.projection.QueryGateway;
import encore.query.shows.ShowCampaigns;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Shows staff how far replays are, by the clock that stamps the log. Replays that are over are left out. */
@Component
class ReplayView implements QueryComponent {

    private final EventTail tail;
    private final QueryGateway queryGateway;

    ReplayView(EventTail tail, QueryGateway queryGateway) {
        this.tail = tail;
        this.queryGateway = queryGateway;
    }

    @QueryHandler
    List<Replay> find(FindReplays query) {
        ShowCampaigns.mustHaveShow(query.account(), query.pageTabId(), queryGateway);
        Instant now = now();
        List<RunningReplay> running =
                queryGateway.ask(new FindRunningReplays(query.account(), query.pageTabId())).stream()
                        .filter(replay -> !replay.isOver(now))
                        .toList();
        Set<Long> known = known(query.account(), running);
        return running.stream().map(replay -> view(replay, known, now)).toList();
    }

    @QueryHandler
    Replay find(FindReplay query) {
        ShowCampaigns.mustHaveShow(query.account(), query.pageTabId(), queryGateway);
        Instant now = now();
        RunningReplay replay =
                queryGateway.ask(new FindRunningReplay(query.account(), query.pageTabId(), query.replayUid()));
        if (replay.isOver(now)) {
            throw Refusal.unknown("The replay has ended.");
        }
        return view(replay, known(query.account(), List.of(replay)), now);
    }

    private Instant now() {
        return Instant.ofEpochMilli(tail.clockTime());
    }

    /** Returns the fans who were not erased. */
    private Set<Long> known(long account, List<RunningReplay> replays) {
        List<Long> named = replays.stream()
                .flatMap(replay -> replay.fanIds().stream())
                .distinct()
                .toList();
        return named.isEmpty()
                ? Set.of()
                : queryGateway.ask(new FindFans(account, named, false)).stream()
                        .map(Fan::fanId)
                        .collect(Collectors.toSet());
    }

    private static Replay view(RunningReplay replay, Set<Long> known, Instant now) {
        return new Replay(
                replay.replayUid(),
                replay.pageTabId(),
                replay.room().toString(),
                replay.clock().from(),
                replay.clock().to(),
                replay.clock().speed(),
                replay.clock().isPaused(),
                replay.clock().shown(now),
                replay.fanIds().stream().filter(known::contains).toList(),
                replay.openedAt(),
                replay.endsAt());
    }
}
