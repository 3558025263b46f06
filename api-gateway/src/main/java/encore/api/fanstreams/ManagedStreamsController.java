package encore.api.fanstreams;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.input.ClearedComponents;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.paging.NamesPaging;
import encore.api.problems.Ids;
import encore.api.wire.AnswerWriter.ListOrPage;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.Patch;
import encore.kernel.fanstreams.FanStream;
import encore.kernel.fanstreams.FanStreamCommand.ChangeFanStream;
import encore.kernel.fanstreams.FanStreamCommand.CreateFanStream;
import encore.kernel.fanstreams.FanStreamCommand.DeleteFanStream;
import encore.kernel.fanstreams.FanStreamId;
import encore.kernel.fanstreams.FanStreamKey;
import encore.kernel.fanstreams.FanStreamQuery.FindFanStream;
import encore.kernel.fanstreams.FanStreamQuery.FindFanStreams;
import encore.kernel.fanstreams.FanStreamSettings;
import encore.kernel.people.Area;
import encore.kernel.tags.TagName;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Manages streams. */
@RestController
@Access(scope = "manage", area = Area.CONTENT, lock = SECRET)
@RequestMapping("/api/v1/manage/streams")
class ManagedStreamsController {

    private static final int ROWS = 100;
    private static final String ONE = "/{stream_key}";

    record One(String streamKey) {}

    record Create(
            @Description(
                    "Unique in the installation: 1 to 32 letters and digits. It never changes. Absent: one that nobody can"
                            + " guess.")
            @Nullable
            @Pattern(regexp = FanStreamKey.PATTERN, message = "must be 1 to 32 letters and digits")
            String streamKey) {}

    record NamedTag(
            @Description("The name of the tag, which is taken in place of tag_id.")
            @Nullable
            @Size(max = TagName.MAX_LENGTH)
            String tagName,

            ClearedComponents cleared) {

        /** Returns the change, which clears the tag as well if the name was sent empty. */
        Patch<FanStreamSettings> clearing(Patch<FanStreamSettings> change) {
            boolean isCleared = cleared.contains("tagName") && change.given().tagId() == null;
            return isCleared ? change.clearing("tagId") : change;
        }
    }

    private final Backend backend;

    ManagedStreamsController(Backend backend) {
        this.backend = backend;
    }

    @Description("Lists all streams, in the order of creation")
    @GetMapping
    ListOrPage<FanStream> all(Caller caller, @Params NamesPaging paging) {
        return paging.answer(ROWS, page -> backend.ask(caller, new FindFanStreams(caller.account(), true, page)));
    }

    @Description("Finds a stream")
    @GetMapping(ONE)
    Mono<FanStream> one(Caller caller, @Params One in) {
        return backend.ask(caller, new FindFanStream(caller.account(), in.streamKey(), true));
    }

    @Description("Creates a stream")
    @PostMapping
    Mono<FanStream> create(Caller caller, @Params Create in, @Params StreamInput settings, @Params NamedTag tag) {
        String key = in.streamKey() == null ? Ids.key() : in.streamKey();
        var stream = new FanStreamId(caller.account(), key);
        return backend.save(caller, new CreateFanStream(stream, settings.toSettings(), tag.tagName()));
    }

    @Description("Changes a stream")
    @PostMapping(ONE)
    Mono<FanStream> change(Caller caller, @Params One in, @Params StreamInput settings, @Params NamedTag tag) {
        var stream = new FanStreamId(caller.account(), in.streamKey());
        return backend.save(caller, new ChangeFanStream(stream, tag.clearing(settings.toPatch()), tag.tagName()));
    }

    @Description("Deletes a stream permanently. Its key is not given again")
    @DeleteMapping(ONE)
    Mono<Boolean> delete(Caller caller, @Params One in) {
        return backend.send(caller, new DeleteFanStream(new FanStreamId(caller.account(), in.streamKey())))
                .thenReturn(true);
    }
}
