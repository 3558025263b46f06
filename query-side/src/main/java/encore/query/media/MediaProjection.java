package encore.query.media;

import encore.infra.backend.ControlMessage;
import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.infra.views.criteria.Index;
import encore.infra.views.criteria.Where;
import encore.kernel.Refusal;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.fans.FanId;
import encore.kernel.fans.FanQuery.RequireFan;
import encore.kernel.media.Media;
import encore.kernel.media.MediaAsset;
import encore.kernel.media.MediaEvent.MediaAdded;
import encore.kernel.media.MediaEvent.MediaRemoved;
import encore.kernel.media.MediaQuery.FindMedia;
import encore.kernel.media.MediaQuery.FindMediaAsset;
import encore.kernel.media.MediaQuery.FindMediaOfFan;
import encore.kernel.media.MediaQuery.ListMedia;
import encore.kernel.paging.Page;
import encore.query.documents.FanDocumentKeys;
import encore.query.documents.Keyset;
import encore.query.projection.ControlPublisher;
import encore.query.projection.ControlSource;
import encore.query.projection.QueryGateway;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Flux;

/**
 * Keeps the media of all accounts by their uids, since the path of an image names no account. Gateways hear which media
 * were removed. The media of a fan are removed when the fan is erased.
 */
@Component
class MediaProjection implements ControlSource {

    private static final Collection<StoredMedia> MEDIA =
            Collection.of("media", StoredMedia.class, Index.on("account", "position"));
    private static final Keyset<StoredMedia> OLDEST_FIRST = Keyset.byPosition(MEDIA, StoredMedia::position);
    private static final FanDocumentKeys BY_FAN = FanDocumentKeys.of("by_fan");

    private final ControlPublisher publisher = new ControlPublisher();
    private final QueryGateway queryGateway;

    MediaProjection(QueryGateway queryGateway) {
        this.queryGateway = queryGateway;
    }

    record StoredMedia(long account, long position, Instant at, MediaAsset asset) {

        Media toMedia() {
            FanId fan = asset.fan();
            return new Media(
                    asset.media().uid(),
                    fan == null ? null : fan.number(),
                    asset.image().imageType(),
                    asset.image().width(),
                    asset.image().height(),
                    asset.image().byteCount(),
                    at);
        }
    }

    @Override
    public Views.Shape shape() {
        return new Views.Shape("media", List.of(MEDIA, BY_FAN.collection()));
    }

    @EventHandler
    void on(MediaAdded event, RecordedEvent recordedEvent, Documents.Batch documents) {
        String uid = event.media().uid();
        if (event.fan() != null && BY_FAN.isErased(event.fan(), documents)) {
            return;
        }
        if (event.fan() != null) {
            BY_FAN.add(event.fan(), uid, documents);
        }
        documents.put(
                MEDIA,
                uid,
                new StoredMedia(event.media().account(), recordedEvent.position(), recordedEvent.at(), event.asset()));
    }

    @EventHandler
    void on(MediaRemoved event, Documents.Batch documents) {
        documents.remove(MEDIA, event.media().uid());
        if (event.fan() != null) {
            BY_FAN.remove(event.fan(), event.media().uid(), documents);
        }
    }

    @EventHandler
    void on(FanErased event, Documents.Batch documents) {
        BY_FAN.erase(event.fan(), documents).forEach(uid -> documents.remove(MEDIA, uid));
    }

    @QueryHandler
    Page<Media> find(ListMedia query, Documents documents) {
        return OLDEST_FIRST
                .page(documents, Where.equal("account", query.account()), query.paging())
                .map(StoredMedia::toMedia);
    }

    @QueryHandler
    Media find(FindMedia query, Documents documents) {
        StoredMedia stored = one(query.mediaUid(), documents);
        if (stored.account() != query.account()) {
            throw unknown();
        }
        return stored.toMedia();
    }

    @QueryHandler
    MediaAsset find(FindMediaAsset query, Documents documents) {
        return one(query.mediaUid(), documents).asset();
    }

    @QueryHandler
    List<Media> find(FindMediaOfFan query, Documents documents) {
        queryGateway.ask(RequireFan.everKnown(query.account(), query.fanId()));
        return BY_FAN.of(new FanId(query.account(), query.fanId()), documents).stream()
                .map(uid -> documents.get(MEDIA, uid))
                .filter(Objects::nonNull)
                .map(StoredMedia::toMedia)
                .toList();
    }

    private static StoredMedia one(String uid, Documents documents) {
        @Nullable StoredMedia stored = documents.get(MEDIA, uid);
        if (stored == null) {
            throw unknown();
        }
        return stored;
    }

    private static Refusal unknown() {
        return Refusal.unknown("There is no such image.");
    }

    /** Followers may have missed removals, so they start anew. */
    @Override
    public void load(Documents documents) {
        publisher.disconnectAll();
    }

    @Override
    public void apply(List<RecordedEvent> events) {
        for (RecordedEvent recordedEvent : events) {
            switch (recordedEvent.event()) {
                case MediaRemoved removed ->
                    publisher.publish(new ControlMessage.RemovedMedia(
                            removed.media().account(), removed.media().uid(), recordedEvent.position()));
                case FanErased erased ->
                    publisher.publish(new ControlMessage.FanErased(
                            erased.fan().account(), erased.fan().number(), recordedEvent.position()));
                default -> {}
            }
        }
    }

    @Override
    public Flux<ControlMessage> follow(long reached) {
        return publisher.follow(List.of(), reached);
    }
}
