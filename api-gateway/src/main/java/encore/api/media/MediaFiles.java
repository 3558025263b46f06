package encore.api.media;

import encore.api.problems.Ids;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.infra.backend.RequestContext;
import encore.kernel.fans.FanId;
import encore.kernel.media.ImageFacts;
import encore.kernel.media.Media;
import encore.kernel.media.MediaAsset;
import encore.kernel.media.MediaCommand.AddMedia;
import encore.kernel.media.MediaCommand.StoreMediaPart;
import encore.kernel.media.MediaId;
import encore.kernel.media.MediaPart;
import encore.kernel.media.MediaQuery.FindMediaPart;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Sends the bytes of images to the command side, and asks the query side for them, a part at a time. */
@Component
class MediaFiles {

    private final Backend backend;

    MediaFiles(Backend backend) {
        this.backend = backend;
    }

    /**
     * Adds an image under a new uid.
     *
     * @param fanId the fan whose personal data it is; null for none
     */
    Mono<Media> add(Caller caller, @Nullable Long fanId, ImageCodec.EncodedImage image) {
        MediaId media = new MediaId(caller.account(), Ids.uid());
        FanId fan = fanId == null ? null : new FanId(caller.account(), fanId);
        int parts = MediaPart.count(image.bytes().length);
        // The Idempotency-Key is the event's. A repeat stores parts under another uid, which no event names.
        Caller unrepeated = new Caller(caller.account(), caller.actor(), RequestContext.defaults());
        ImageFacts facts =
                new ImageFacts(image.type(), image.size().width(), image.size().height(), image.bytes().length);
        return Flux.range(0, parts)
                .concatMap(
                        part -> backend.send(
                                unrepeated, new StoreMediaPart(media, fan, part, part(image.bytes(), part))),
                        1)
                .then(Mono.defer(() -> backend.save(caller, new AddMedia(media, fan, facts, parts))));
    }

    private static MediaPart part(byte[] bytes, int part) {
        int start = part * MediaPart.MAX_BYTES;
        return new MediaPart(Arrays.copyOfRange(bytes, start, Math.min(bytes.length, start + MediaPart.MAX_BYTES)));
    }

    /**
     * Loads the bytes of an asset; fails as unknown when it was removed.
     *
     * @param caller its account does not matter
     */
    Mono<byte[]> load(Caller caller, MediaAsset asset) {
        long byteCount = asset.image().byteCount();
        return parts(caller, asset.media().account(), asset.media().uid(), byteCount)
                .collect(() -> new ByteArrayOutputStream(Math.toIntExact(byteCount)), ByteArrayOutputStream::writeBytes)
                .map(ByteArrayOutputStream::toByteArray);
    }

    /** Loads the parts of an asset one after the other, as they are read. */
    Flux<byte[]> parts(Caller caller, long account, String mediaUid, long byteCount) {
        return Flux.range(0, MediaPart.count(byteCount))
                .concatMap(part -> backend.ask(caller, new FindMediaPart(account, mediaUid, part)), 1)
                .map(MediaPart::bytes);
    }
}
