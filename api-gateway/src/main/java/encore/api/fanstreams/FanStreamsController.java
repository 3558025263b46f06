package encore.api.fanstreams;

import static encore.api.access.Lock.KEY;
import static encore.api.input.OptionalText.blankToNull;

import encore.api.access.Access;
import encore.api.access.CallSource;
import encore.api.input.AscendingRange;
import encore.api.input.Description;
import encore.api.input.ErrorField;
import encore.api.input.Params;
import encore.api.paging.Pages;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.fanstreams.FanStream;
import encore.kernel.fanstreams.FanStreamQuery.FindFanStreams;
import encore.kernel.fanstreams.pages.RecordLabel;
import encore.kernel.fanstreams.pages.StreamRecordQuery.FindStreamSummary;
import encore.kernel.fanstreams.pages.StreamSummary;
import encore.kernel.fanstreams.pages.SummarySelection;
import encore.kernel.fanstreams.pages.SummarySelection.SummaryPart;
import encore.kernel.paging.Paging.NextKey;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Lists streams and shows their numbers. With the public key alone, streams that are not public are unknown. */
@RestController
@Access(scope = "streams", lock = KEY)
@RequestMapping("/api/v1/streams")
class FanStreamsController {

    private static final int ROWS = 100;
    private static final Set<String> PARTS =
            Arrays.stream(SummaryPart.values()).map(FanStreamsController::word).collect(Collectors.toUnmodifiableSet());

    /** Selects the records and lists of a summary. */
    @AscendingRange(start = "startTime", end = "endTime")
    record Select(
            String streamKey,

            @Description("The lists to answer too, with commas between them: words, hashtags, labels.")
            @Nullable
            @Size(max = 64)
            String data,

            @Description("Only records with this label, which may be given as a label or as its key.")
            @Nullable
            @Size(max = 128)
            String labelKey,

            @Description("Only records that arrived at this second or later.") @Nullable
            Instant startTime,

            @Description("Only records that arrived at this second or earlier.") @Nullable
            Instant endTime) {

        @AssertTrue(message = "must be words, hashtags or labels")
        @ErrorField("data")
        boolean isOfKnownParts() {
            return PARTS.containsAll(CommaList.read(data));
        }

        SummarySelection selection() {
            String label = blankToNull(labelKey);
            return new SummarySelection(
                    label == null ? null : RecordLabel.key(label),
                    startTime,
                    endTime,
                    CommaList.read(data).stream()
                            .map(part -> SummaryPart.valueOf(part.toUpperCase(Locale.ROOT)))
                            .collect(Collectors.toSet()));
        }
    }

    private static String word(SummaryPart part) {
        return part.name().toLowerCase(Locale.ROOT);
    }

    private final Backend backend;

    FanStreamsController(Backend backend) {
        this.backend = backend;
    }

    @Description("Lists streams, in the order of creation")
    @GetMapping
    Flux<FanStream> findStreams(Caller caller, CallSource source) {
        return Pages.all(after -> backend.ask(
                caller, new FindFanStreams(caller.account(), source.withSecret(), new NextKey(after, ROWS))));
    }

    @Description("Counts the records of a stream, and lists frequent words, hashtags and labels when asked to")
    @GetMapping("/{stream_key}")
    Mono<StreamSummary> findStreamSummary(Caller caller, CallSource source, @Params Select in) {
        return backend.ask(
                caller, new FindStreamSummary(caller.account(), in.streamKey(), source.withSecret(), in.selection()));
    }
}
