package encore.api.fanstreams;

import static encore.api.access.Lock.KEY;
import static encore.api.input.OptionalText.blankToNull;

import com.fasterxml.jackson.annotation.JsonProperty;
import encore.api.access.Access;
import encore.api.access.CallSource;
import encore.api.constraints.MaxWords;
import encore.api.constraints.WebUrl;
import encore.api.contacts.Contacts;
import encore.api.input.AscendingRange;
import encore.api.input.Description;
import encore.api.input.ErrorField;
import encore.api.input.Format;
import encore.api.input.Params;
import encore.api.input.Prefixed;
import encore.api.paging.Listing;
import encore.api.paging.Pages;
import encore.api.problems.Ids;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.fans.FanId;
import encore.kernel.fanstreams.FanStreamId;
import encore.kernel.fanstreams.pages.RecordArea;
import encore.kernel.fanstreams.pages.RecordLabel;
import encore.kernel.fanstreams.pages.RecordSelection;
import encore.kernel.fanstreams.pages.StreamRecord;
import encore.kernel.fanstreams.pages.StreamRecordQuery.FindStreamRecords;
import encore.kernel.fanstreams.records.RecordAuthor;
import encore.kernel.fanstreams.records.RecordContent;
import encore.kernel.fanstreams.records.RecordContentBuilder;
import encore.kernel.fanstreams.records.RecordMedia;
import encore.kernel.fanstreams.records.StreamRecordCommand.PostAuthor;
import encore.kernel.fanstreams.records.StreamRecordCommand.PostRecord;
import encore.kernel.fanstreams.records.StreamRecordId;
import encore.kernel.paging.Paging.TimeKeys;
import encore.kernel.privacy.Contact;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Lists the approved records of a stream, and takes records of fans. */
@RestController
@Access(scope = "streams", lock = KEY)
@RequestMapping("/api/v1/streams/{stream_key}/records")
class StreamRecordsController {

    private static final int ROWS = 100;
    private static final int MAX_PROPS = 100;
    private static final Pages.Times KEYS = Pages.rows("time_key");

    /** Whether records with an image or a video are wanted, or those without. */
    enum Graphic {
        YES,
        NO,
        @JsonProperty("")
        BOTH
    }

    /** Selects approved records. */
    @AscendingRange(start = "startLatitude", end = "endLatitude")
    record Find(
            String streamKey,

            @Description(
                    "Only records of these networks, with commas between them. The network of sent records is portal.")
            List<@Size(max = 1_024) String> networks,

            @Description("Only records with this label, which may be given as a label or as its key.")
            @Nullable
            @Size(max = 128)
            String labelKey,

            @Description("Only records whose prop sku is this, or has it in a list with commas.")
            @Nullable
            @Size(max = 255)
            String sku,

            @Description("Only records with an image or a video (yes), or without (no). Absent or empty: both.")
            @Nullable
            Graphic isGraphic,

            @Description("max_time_key of the page before: only later approvals, oldest first.")
            @Nullable
            @Pattern(regexp = Pages.TIME_KEY, message = "must be <unix_time>_<milliseconds>_<feed_record_id>")
            String minTimeKey,

            @Description("min_time_key of the page before: only earlier approvals, newest first.")
            @Nullable
            @Pattern(regexp = Pages.TIME_KEY, message = "must be <unix_time>_<milliseconds>_<feed_record_id>")
            String maxTimeKey,

            @Description("Words or beginnings of words of caption, hashtags and display name.")
            @Nullable
            @Size(max = 255)
            @MaxWords
            String q,

            @Nullable @DecimalMin("-90") @DecimalMax("90") Double startLatitude,
            @Nullable @DecimalMin("-90") @DecimalMax("90") Double endLatitude,

            @Description("Above end_longitude when the box crosses the date line.")
            @Nullable
            @DecimalMin("-180")
            @DecimalMax("180")
            Double startLongitude,

            @Nullable @DecimalMin("-180") @DecimalMax("180") Double endLongitude) {

        @AssertTrue(message = "must be given together with end_latitude")
        @ErrorField("start_latitude")
        boolean isOfLatitudes() {
            return (startLatitude == null) == (endLatitude == null);
        }

        @AssertTrue(message = "must be given together with end_longitude")
        @ErrorField("start_longitude")
        boolean isOfLongitudes() {
            return (startLongitude == null) == (endLongitude == null);
        }

        TimeKeys paging() {
            return new TimeKeys(minTimeKey, maxTimeKey, ROWS);
        }

        RecordSelection selection() {
            String label = blankToNull(labelKey);
            return new RecordSelection(
                    CommaList.readAll(networks),
                    label == null ? null : RecordLabel.key(label),
                    blankToNull(sku),
                    isGraphic == null || isGraphic == Graphic.BOTH ? null : isGraphic == Graphic.YES,
                    blankToNull(q),
                    new RecordArea(startLatitude, endLatitude, startLongitude, endLongitude));
        }
    }

    /** A record of a fan. */
    record Send(
            String streamKey,

            @Contact @Format(Format.EMAIL) @NotBlank @Size(max = 255)
            String email,

            @Description("Required when no fan has the email. It is shown while the fan has no display name.")
            @Nullable
            @Size(max = 255)
            String name,

            @Description(
                    "With the secret it decides over the email; with the key alone it must be the fan of the email.")
            @Nullable
            @Min(1)
            @Max(Ids.HIGHEST)
            Long fanId,

            @Nullable @Size(max = 2_048) @WebUrl(httpsAlone = true, message = WebUrl.HTTPS_MESSAGE)
            String imageUrl,

            @Nullable @Size(max = 10_000) String caption,
            @Nullable @DecimalMin("-90") @DecimalMax("90") Double latitude,
            @Nullable @DecimalMin("-180") @DecimalMax("180") Double longitude,

            @Description("Labels with commas between them: at most 20 of at most 128 characters.")
            @Nullable
            @Size(max = 4_000)
            String labels,

            @Description("props_<prop_name>: at most 100, with names of at most 64 letters, digits, hyphens and"
                    + " underscores.")
            @Prefixed("props_")
            Map<String, String> props) {

        @AssertTrue(message = "must be given together with longitude")
        @ErrorField("latitude")
        boolean isAPlace() {
            return (latitude == null) == (longitude == null);
        }

        @AssertTrue(message = "must be at most 20 labels of at most 128 characters")
        @ErrorField("labels")
        boolean isOfFewLabels() {
            return Labels.areWithinBounds(CommaList.read(labels));
        }

        @AssertTrue(message = "must be at most 100, with names of letters, digits, hyphens and underscores")
        @ErrorField("props_")
        boolean isOfFewProps() {
            return props.size() <= MAX_PROPS
                    && props.keySet().stream().allMatch(name -> name.matches("[A-Za-z0-9_-]{1,64}"))
                    && props.values().stream().allMatch(value -> value.length() <= 4_000);
        }

        PostRecord command(long account, CallSource source) {
            PostAuthor author = new PostAuthor(
                    new FanId(account, Ids.number()),
                    Ids.number(),
                    String.valueOf(Contacts.email(email)),
                    blankToNull(name),
                    fanId);
            return new PostRecord(
                    new StreamRecordId(account, Ids.uid()),
                    new FanStreamId(account, streamKey),
                    author,
                    content(),
                    CommaList.read(labels),
                    source.withSecret());
        }

        private RecordContent content() {
            return RecordContentBuilder.builder(RecordContent.NONE)
                    .caption(blankToNull(caption))
                    .props(propsObject())
                    .latitude(latitude)
                    .longitude(longitude)
                    .media(RecordMedia.ofImage(blankToNull(imageUrl)))
                    .author(RecordAuthor.named(blankToNull(name)))
                    .build();
        }

        private @Nullable ObjectNode propsObject() {
            if (props.isEmpty()) {
                return null;
            }
            ObjectNode object = JsonNodeFactory.instance.objectNode();
            props.forEach(object::put);
            return object;
        }
    }

    /** The answer to a record. */
    record SentRecord(long feedRecordId) {}

    private final Backend backend;
    private final RecordLimits recordLimits;

    StreamRecordsController(Backend backend, RecordLimits recordLimits) {
        this.backend = backend;
        this.recordLimits = recordLimits;
    }

    @Description("Lists approved records by the time of their approval, 100 a page")
    @GetMapping
    Mono<Listing<Pages.TimesMeta, StreamRecord>> findRecords(Caller caller, CallSource source, @Params Find in) {
        var query = new FindStreamRecords(
                caller.account(), in.streamKey(), source.withSecret(), in.selection(), in.paging());
        return backend.ask(caller, query).map(page -> KEYS.answerEither(in.paging(), page));
    }

    @Description("Takes a record of a fan, who is found by the email or registered")
    @PostMapping
    Mono<SentRecord> sendRecord(Caller caller, CallSource source, @Params Send in) {
        PostRecord command = in.command(caller.account(), source);
        return recordLimits
                .within(caller, source, command.author(), () -> backend.send(caller, command))
                .map(posted -> new SentRecord(Objects.requireNonNull(posted.feedRecordId())));
    }
}
