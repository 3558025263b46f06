package encore.api.media;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.binding.RawBody;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.paging.Listing;
import encore.api.paging.Pages;
import encore.api.problems.Ids;
import encore.api.problems.Problem;
import encore.api.wire.ErrorCode;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.media.Media;
import encore.kernel.media.MediaCommand.RemoveMedia;
import encore.kernel.media.MediaId;
import encore.kernel.media.MediaQuery.FindMedia;
import encore.kernel.media.MediaQuery.ListMedia;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.people.Area;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Manages the media of an account. */
@RestController
@Access(scope = "manage", area = Area.CONTENT, lock = SECRET)
@RequestMapping("/api/v1/manage/media")
class MediaController {

    private static final int ROWS = 1_000;
    private static final Pages.Next NEXT = Pages.next("next_media_key");

    record Find(@Nullable @Pattern(regexp = Pages.ROW_KEY) String nextMediaKey) {

        NextKey paging() {
            return new NextKey(nextMediaKey, ROWS);
        }
    }

    record One(@Size(max = 64) String mediaUid) {}

    record Upload(
            @Description("The fan whose personal data the image is. It is removed when the fan is erased.")
            @Nullable
            @Min(1)
            @Max(Ids.HIGHEST)
            Long fanId) {}

    private final Backend backend;
    private final MediaFiles files;
    private final ImageThreads threads;
    private final Renditions renditions;

    MediaController(Backend backend, MediaFiles files, ImageThreads threads, Renditions renditions) {
        this.backend = backend;
        this.files = files;
        this.threads = threads;
        this.renditions = renditions;
    }

    @Description("Lists the media, oldest first, 1,000 a page")
    @GetMapping
    Mono<Listing<Pages.NextMeta, Media>> list(Caller caller, @Params Find in) {
        return backend.ask(caller, new ListMedia(caller.account(), in.paging()))
                .map(page -> NEXT.answer(in.paging(), page));
    }

    @Description("Finds the properties of an image")
    @GetMapping("/{media_uid}")
    Mono<Media> one(Caller caller, @Params One in) {
        return backend.ask(caller, new FindMedia(caller.account(), in.mediaUid()));
    }

    @Description("Uploads a JPEG, PNG, GIF or WebP image; it is stored upright, in sRGB and without metadata")
    @PostMapping
    Mono<Media> add(Caller caller, @Params Upload in, RawBody body) {
        return threads.run(() -> ImageCodec.toStored(body.bytes()))
                .onErrorMap(UnreadableImageException.class, MediaController::problem)
                .flatMap(image -> files.add(caller, in.fanId(), image))
                .doOnNext(media -> renditions.expectPosition(caller.context().position()));
    }

    @Description("Removes an image; everything that shows it shows none any more")
    @DeleteMapping("/{media_uid}")
    Mono<Boolean> remove(Caller caller, @Params One in) {
        var media = new MediaId(caller.account(), in.mediaUid());
        return backend.send(caller, new RemoveMedia(media))
                .doOnNext(removed ->
                        renditions.remove(removed.mediaUid(), caller.context().position()))
                .thenReturn(true);
    }

    private static Problem problem(UnreadableImageException refused) {
        return Problem.input("image", ErrorCode.FORMAT, String.valueOf(refused.getMessage()));
    }
}
