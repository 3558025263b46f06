package encore.query.media;

import encore.infra.eventstore.keys.KeyStore;
import encore.infra.eventstore.media.MediaBytes;
import encore.infra.eventstore.media.MediaStore;
import encore.kernel.Refusal;
import encore.kernel.media.MediaAsset;
import encore.kernel.media.MediaPart;
import encore.kernel.media.MediaQuery.FindMediaAsset;
import encore.kernel.media.MediaQuery.FindMediaPart;
import encore.query.projection.QueryComponent;
import encore.query.projection.QueryGateway;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Answers the bytes of media, a part at a time. */
@Component
class MediaParts implements QueryComponent {

    private final QueryGateway queryGateway;
    private final MediaBytes bytes;

    MediaParts(QueryGateway queryGateway, MediaStore store, KeyStore keys) {
        this.queryGateway = queryGateway;
        this.bytes = new MediaBytes(store, keys);
    }

    @QueryHandler
    MediaPart find(FindMediaPart query) {
        MediaAsset asset = queryGateway.ask(new FindMediaAsset(query.mediaUid()));
        boolean isOne = asset.media().account() == query.account() && query.part() < asset.parts();
        byte[] part = isOne ? bytes.load(asset.media(), asset.fan(), query.part()) : null;
        if (part == null) {
            throw Refusal.unknown("There is no such image.");
        }
        return new MediaPart(part);
    }
}
