package encore.query.fanstreams;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.kernel.Refusal;
import encore.kernel.fanstreams.FanStream;
import encore.kernel.fanstreams.FanStreamBuilder;
import encore.kernel.fanstreams.FanStreamEvent.FanStreamChanged;
import encore.kernel.fanstreams.FanStreamEvent.FanStreamCreated;
import encore.kernel.fanstreams.FanStreamEvent.FanStreamDeleted;
import encore.kernel.fanstreams.FanStreamId;
import encore.kernel.fanstreams.FanStreamQuery.FindFanStreamAlone;
import encore.kernel.fanstreams.FanStreamQuery.FindFanStreamsAlone;
import encore.kernel.fanstreams.FanStreamSettings;
import encore.kernel.paging.Page;
import encore.query.documents.Catalogue;
import encore.query.documents.CatalogueEntry;
import encore.query.projection.Projection;
import java.util.List;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Keeps the streams of each account. */
@Component
class FanStreamsProjection implements Projection {

    private static final Catalogue<StoredStream> STREAMS =
            Catalogue.of("fan_streams", StoredStream.class).foundByName(FanStreamId.class);

    /** A stream with all its changes applied. */
    record StoredStream(String streamKey, FanStreamSettings settings) {}

    @Override
    public Views.Shape shape() {
        return new Views.Shape("fan_streams", List.of(STREAMS.collection()));
    }

    @EventHandler
    void on(FanStreamCreated event, RecordedEvent recordedEvent, Documents.Batch documents) {
        STREAMS.add(event.stream(), new StoredStream(event.streamKey(), event.settings()), recordedEvent, documents);
    }

    @EventHandler
    void on(FanStreamChanged event, RecordedEvent recordedEvent, Documents.Batch documents) {
        STREAMS.change(
                event.stream(),
                before ->
                        new StoredStream(before.streamKey(), FanStreamSettings.after(event.patch(), before.settings())),
                recordedEvent,
                documents);
    }

    @EventHandler
    void on(FanStreamDeleted event, Documents.Batch documents) {
        STREAMS.remove(event.stream(), documents);
    }

    @QueryHandler
    FanStream find(FindFanStreamAlone query, Documents documents) {
        CatalogueEntry<StoredStream> found =
                STREAMS.one(new FanStreamId(query.account(), query.streamKey()), documents);
        if (!query.withSecret() && !found.thing().settings().isOpenToAll()) {
            throw Refusal.unknown("There is no such thing.");
        }
        return stream(found);
    }

    @QueryHandler
    Page<FanStream> find(FindFanStreamsAlone query, Documents documents) {
        return STREAMS.page(
                        query.account(),
                        each -> query.withSecret() || each.thing().settings().isOpenToAll(),
                        query.paging(),
                        documents)
                .map(FanStreamsProjection::stream);
    }

    private static FanStream stream(CatalogueEntry<StoredStream> catalogueEntry) {
        FanStreamSettings settings = catalogueEntry.thing().settings();
        return FanStreamBuilder.builder()
                .streamKey(catalogueEntry.thing().streamKey())
                .accountId(catalogueEntry.account())
                .creationTimestamp(catalogueEntry.createdAt())
                .recordLimit(settings.shownRecords())
                .trustLevel(settings.trust())
                .isPublic(settings.isOpenToAll())
                .authorizedNetworks(settings.importedNetworks())
                .streamName(settings.streamName())
                .props(settings.props())
                .virtualDomain(settings.virtualDomain())
                .cssText(settings.cssText())
                .javascriptText(settings.javascriptText())
                .mediaMap(settings.mediaMap())
                .tagId(settings.tagId())
                .build();
    }
}
