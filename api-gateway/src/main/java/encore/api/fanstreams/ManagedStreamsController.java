package encore.api.fanstreams;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.paging.Pages;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.fanstreams.FanStream;
import encore.kernel.fanstreams.FanStreamCommand.ChangeFanStream;
import encore.kernel.fanstreams.FanStreamCommand.CreateFanStream;
import encore.kernel.fanstreams.FanStreamCommand.DeleteFanStream;
import encore.kernel.fanstreams.FanStreamId;
import encore.kernel.fanstreams.FanStreamKey;
import encore.kernel.fanstreams.FanStreamQuery.FindFanStream;
import encore.kernel.fanstreams.FanStreamQuery.FindFanStreams;
import encore.kernel.paging.Paging.NextKey;
import jakarta.validation.constraints.Pattern;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Manages streams. */
@RestController
@Access(scope = "manage", lock = SECRET)
@RequestMapping("/api/v1/manage/streams")
class ManagedStreamsController {

    private static final int ROWS = 100;
    private static final String ONE = "/{stream_key}";

    record One(String streamKey) {}

    record Create(
            @Description(
                    "Unique in the installation: 1 to 64 letters, digits, hyphens and underscores. It never changes.")
            @Pattern(regexp = FanStreamKey.PATTERN, message = "must be 1 to 64 letters, digits, hyphens or underscores")
            String streamKey) {}

    private final Backend backend;

    ManagedStreamsController(Backend backend) {
        this.backend = backend;
    }

    @Description("Lists all streams, in the order of creation")
    @GetMapping
    Flux<FanStream> all(Caller caller) {
        return Pages.all(
                after -> backend.ask(caller, new FindFanStreams(caller.account(), true, new NextKey(after, ROWS))));
    }

    @Description("Finds a stream")
    @GetMapping(ONE)
    Mono<FanStream> one(Caller caller, @Params One in) {
        return backend.ask(caller, new FindFanStream(caller.account(), in.streamKey(), true));
    }

    @Description("Creates a stream")
    @PostMapping
    Mono<FanStream> create(Caller caller, @Params Create in, @Params StreamInput settings) {
        var stream = new FanStreamId(caller.account(), in.streamKey());
        return backend.save(caller, new CreateFanStream(stream, settings.toSettings()));
    }

    @Description("Changes a stream")
    @PostMapping(ONE)
    Mono<FanStream> change(Caller caller, @Params One in, @Params StreamInput settings) {
        var stream = new FanStreamId(caller.account(), in.streamKey());
        return backend.save(caller, new ChangeFanStream(stream, settings.toPatch()));
    }

    @Description("Deletes a stream permanently. Its key is not given again")
    @DeleteMapping(ONE)
    Mono<Boolean> delete(Caller caller, @Params One in) {
        return backend.send(caller, new DeleteFanStream(new FanStreamId(caller.account(), in.streamKey())))
                .thenReturn(true);
    }
}
