package encore.query.shows.replays;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.infra.views.criteria.Index;
import encore.infra.views.criteria.Where;
import encore.kernel.Refusal;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.shows.ShowId;
import encore.kernel.shows.replays.ReplayClock;
import encore.kernel.shows.replays.ReplayEvent.ReplayClockSet;
import encore.kernel.shows.replays.ReplayEvent.ReplayEnded;
import encore.kernel.shows.replays.ReplayEvent.ReplayOpened;
import encore.kernel.shows.replays.ReplayQuery.FindRunningReplay;
import encore.kernel.shows.replays.ReplayQuery.FindRunningReplays;
import encore.kernel.shows.replays.ReplaysId;
import encore.kernel.shows.replays.RunningReplay;
import encore.query.documents.Keyset;
import encore.query.projection.Projection;
import java.util.List;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Keeps the clocks of replays. An account has few replays at a time, and those that ended leave nothing. */
@Component
class ReplaysProjection implements Projection {

    private static final Collection<StoredReplay> REPLAYS =
            Collection.of("replays", StoredReplay.class, Index.on("show", "position"));
    private static final Keyset<StoredReplay> OLDEST_FIRST = Keyset.byPosition(REPLAYS, StoredReplay::position);

    /**
     * A replay that was not ended.
     *
     * @param show the stream of the show
     * @param position the position at which the replay was opened
     * @param setPosition the position of the last event of its clock
     */
    record StoredReplay(String show, long position, long setPosition, RunningReplay replay) {}

    @Override
    public Views.Shape shape() {
        return new Views.Shape("show_replays", List.of(REPLAYS));
    }

    @EventHandler
    void on(ReplayOpened event, RecordedEvent recordedEvent, Documents.Batch documents) {
        String key = key(event.replays(), event.replayUid());
        if (documents.get(REPLAYS, key) == null) {
            long position = recordedEvent.position();
            RunningReplay replay = new RunningReplay(
                    event.replayUid(),
                    event.pageTabId(),
                    ReplayClock.of(event, recordedEvent.at(), position),
                    event.fanIds(),
                    recordedEvent.at());
            String show = show(event.replays().account(), event.pageTabId());
            documents.put(REPLAYS, key, new StoredReplay(show, position, position, replay));
        }
    }

    @EventHandler
    void on(ReplayClockSet event, RecordedEvent recordedEvent, Documents.Batch documents) {
        String key = key(event.replays(), event.replayUid());
        StoredReplay before = documents.get(REPLAYS, key);
        if (before != null && before.setPosition() < recordedEvent.position()) {
            ReplayClock clock = before.replay().clock().after(event, recordedEvent.at(), recordedEvent.position());
            documents.put(
                    REPLAYS,
                    key,
                    new StoredReplay(
                            before.show(),
                            before.position(),
                            recordedEvent.position(),
                            before.replay().withClock(clock)));
        }
    }

    @EventHandler
    void on(ReplayEnded event, Documents.Batch documents) {
        documents.remove(REPLAYS, key(event.replays(), event.replayUid()));
    }

    @QueryHandler
    List<RunningReplay> find(FindRunningReplays query, Documents documents) {
        return OLDEST_FIRST
                .all(documents, Where.equal("show", show(query.account(), query.pageTabId())))
                .map(StoredReplay::replay)
                .toList();
    }

    @QueryHandler
    RunningReplay find(FindRunningReplay query, Documents documents) {
        StoredReplay stored = documents.get(REPLAYS, key(new ReplaysId(query.account()), query.replayUid()));
        if (stored == null || stored.replay().pageTabId() != query.pageTabId()) {
            throw Refusal.unknown("The show has no such replay, or it has ended.");
        }
        return stored.replay();
    }

    private static String key(ReplaysId replays, String replayUid) {
        return replays + "/" + replayUid;
    }

    private static String show(long account, long pageTabId) {
        return new ShowId(new CampaignId(account, pageTabId)).toString();
    }
}
