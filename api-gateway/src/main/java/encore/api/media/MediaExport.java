package encore.api.media;

import encore.api.export.FanExportPart;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.media.ImageType;
import encore.kernel.media.Media;
import encore.kernel.media.MediaQuery.FindMediaOfFan;
import java.util.Map;
import org.reactivestreams.Publisher;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Flux;

/** Exports the media of a fan: a list of them, and each image as a file of its own. */
@Component
class MediaExport implements FanExportPart {

    private final MediaFiles mediaFiles;

    MediaExport(MediaFiles mediaFiles) {
        this.mediaFiles = mediaFiles;
    }

    @Override
    public Map<String, Publisher<?>> files(Backend backend, Caller caller, long fan) {
        return Map.of("media.json", backend.ask(caller, new FindMediaOfFan(caller.account(), fan)));
    }

    @Override
    public Flux<BinaryFile> binaryFiles(Backend backend, Caller caller, long fan) {
        return backend.ask(caller, new FindMediaOfFan(caller.account(), fan))
                .flatMapIterable(media -> media)
                .map(one -> new BinaryFile(
                        name(one), mediaFiles.parts(caller, caller.account(), one.mediaUid(), one.byteCount())));
    }

    private static String name(Media one) {
        return "media/" + one.mediaUid() + (one.imageType() == ImageType.PNG ? ".png" : ".jpg");
    }
}
