package encore.query.shows.bans;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import encore.infra.backend.ControlMessage;
import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.infra.views.criteria.Index;
import encore.infra.views.criteria.Where;
import encore.kernel.StreamId;
import encore.kernel.campaigns.AppType;
import encore.kernel.campaigns.CampaignEvent.CampaignCreated;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.fans.FanId;
import encore.kernel.paging.Page;
import encore.kernel.shows.ShowId;
import encore.kernel.shows.bans.BanQuery.BanPlace;
import encore.kernel.shows.bans.BanQuery.FindBanPlace;
import encore.kernel.shows.bans.BanQuery.FindBanPlaces;
import encore.kernel.shows.bans.BanQuery.FindBanPlacesOfFan;
import encore.kernel.shows.players.PlayerEvent.FanBanned;
import encore.kernel.shows.players.PlayerEvent.FanUnbanned;
import encore.kernel.shows.players.PlayerId;
import encore.query.documents.FanDocumentKeys;
import encore.query.documents.Keyset;
import encore.query.projection.ControlPublisher;
import encore.query.projection.ControlSource;
import encore.query.projection.WithoutPersonalData;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Flux;

/**
 * Keeps the bans of fans from shows: as documents for queries, and as a control stream for every gateway. The reasons are
 * read in the log.
 */
@Component
class BansProjection implements ControlSource {

    private static final Collection<StoredBan> BANS =
            Collection.of("bans", StoredBan.class, Index.on("show", "position"));

    /** The campaigns without a show, by their streams. Earlier builds recorded bans there, which have no effect. */
    private static final Collection<WithoutShow> WITHOUT_SHOW = Collection.of("without_show", WithoutShow.class);

    private static final FanDocumentKeys BANS_OF_FANS = FanDocumentKeys.of("bans_of_fans");
    private static final Keyset<StoredBan> OLDEST_FIRST = Keyset.byPosition(BANS, StoredBan::position);

    @GuardedBy("this")
    private final Map<PlayerId, StoredBan> bans = new LinkedHashMap<>();

    private final ControlPublisher publisher = new ControlPublisher();

    /**
     * @param player the stream of the fan in the show
     * @param until null for ever
     */
    record StoredBan(
            String player,
            String show,
            long fanId,
            long position,
            boolean isMute,
            @Nullable Instant until) {

        static StoredBan of(FanBanned event, RecordedEvent recordedEvent) {
            PlayerId player = event.player();
            return new StoredBan(
                    player.toString(),
                    player.show().toString(),
                    player.fanId(),
                    recordedEvent.position(),
                    event.isMute(),
                    event.until());
        }

        PlayerId id() {
            return StreamId.parse(PlayerId.class, player);
        }

        boolean isInForce(Instant now) {
            return until == null || now.isBefore(until);
        }

        ControlMessage toControl() {
            PlayerId id = id();
            return new ControlMessage.BannedFan(
                    id.account(), id.campaign().number(), fanId, isMute, until == null ? null : until.toEpochMilli());
        }
    }

    record WithoutShow(AppType appType) {}

    @Override
    public Views.Shape shape() {
        return new Views.Shape("show_bans", List.of(BANS, WITHOUT_SHOW, BANS_OF_FANS.collection()));
    }

    @EventHandler
    void on(CampaignCreated event, Documents.Batch documents) {
        if (!event.appType().hasShow()) {
            documents.put(WITHOUT_SHOW, event.campaign().toString(), new WithoutShow(event.appType()));
        }
    }

    @WithoutPersonalData
    @EventHandler
    void on(FanBanned event, RecordedEvent recordedEvent, Documents.Batch documents) {
        String key = event.player().toString();
        FanId fan = event.player().fan();
        boolean isOfShow = documents.get(WITHOUT_SHOW, event.player().campaign().toString()) == null;
        if (isOfShow && !BANS_OF_FANS.isErased(fan, documents)) {
            BANS_OF_FANS.add(fan, key, documents);
            documents.put(BANS, key, StoredBan.of(event, recordedEvent));
        }
    }

    @EventHandler
    void on(FanUnbanned event, Documents.Batch documents) {
        String key = event.player().toString();
        BANS_OF_FANS.remove(event.player().fan(), key, documents);
        documents.remove(BANS, key);
    }

    @EventHandler
    void on(FanErased event, Documents.Batch documents) {
        BANS_OF_FANS.erase(event.fan(), documents).forEach(key -> documents.remove(BANS, key));
    }

    @QueryHandler
    Page<BanPlace> find(FindBanPlaces query, Documents documents) {
        ShowId show = new ShowId(new CampaignId(query.account(), query.pageTabId()));
        Instant now = Instant.now();
        return OLDEST_FIRST
                .page(
                        documents,
                        Where.equal("show", show.toString()),
                        query.paging(),
                        row -> row.document().isInForce(now))
                .map(ban -> new BanPlace(ban.fanId(), ban.position()));
    }

    @QueryHandler
    List<BanPlace> find(FindBanPlace query, Documents documents) {
        PlayerId player = new PlayerId(new CampaignId(query.account(), query.pageTabId()), query.fanId());
        StoredBan ban = documents.get(BANS, player.toString());
        return ban == null || !ban.isInForce(Instant.now())
                ? List.of()
                : List.of(new BanPlace(ban.fanId(), ban.position()));
    }

    @QueryHandler
    List<BanPlace> find(FindBanPlacesOfFan query, Documents documents) {
        Instant now = Instant.now();
        return BANS_OF_FANS.of(new FanId(query.account(), query.fanId()), documents).stream()
                .map(key -> documents.get(BANS, key))
                .filter(ban -> ban != null && ban.isInForce(now))
                .sorted(Comparator.comparingLong(StoredBan::position))
                .map(ban -> new BanPlace(ban.fanId(), ban.position()))
                .toList();
    }

    @Override
    public synchronized void load(Documents documents) {
        publisher.disconnectAll();
        bans.clear();
        for (StoredBan ban : Keyset.byKey(BANS).all(documents, Where.all()).toList()) {
            bans.put(ban.id(), ban);
        }
    }

    @Override
    public synchronized void apply(List<RecordedEvent> events) {
        for (RecordedEvent recordedEvent : events) {
            switch (recordedEvent.event()) {
                case FanBanned event -> banned(StoredBan.of(event, recordedEvent));
                case FanUnbanned event -> unbanned(event.player());
                case FanErased event -> erased(event.fan());
                default -> {}
            }
        }
    }

    @GuardedBy("this")
    private void banned(StoredBan ban) {
        bans.put(ban.id(), ban);
        publisher.publish(ban.toControl());
    }

    @GuardedBy("this")
    private void unbanned(PlayerId player) {
        if (bans.remove(player) != null) {
            publisher.publish(new ControlMessage.UnbannedFan(
                    player.account(), player.campaign().number(), player.fanId()));
        }
    }

    @GuardedBy("this")
    private void erased(FanId fan) {
        for (PlayerId player : List.copyOf(bans.keySet())) {
            if (player.fan().equals(fan)) {
                unbanned(player);
            }
        }
    }

    @Override
    public synchronized Flux<ControlMessage> follow(long reached) {
        Instant now = Instant.now();
        return publisher.follow(
                bans.values().stream()
                        .filter(ban -> ban.isInForce(now))
                        .map(StoredBan::toControl)
                        .toList(),
                reached);
    }
}
