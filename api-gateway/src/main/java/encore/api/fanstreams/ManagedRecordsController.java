package encore.api.fanstreams;

import static encore.api.access.Lock.SECRET;
import static encore.api.input.OptionalText.blankToNull;

import encore.api.access.Access;
import encore.api.input.Default;
import encore.api.input.Description;
import encore.api.input.ErrorField;
import encore.api.input.Params;
import encore.api.paging.Listing;
import encore.api.paging.Pages;
import encore.api.problems.Ids;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.fanstreams.FanStreamId;
import encore.kernel.fanstreams.authors.DeletedAuthorId;
import encore.kernel.fanstreams.pages.ManagedRecord;
import encore.kernel.fanstreams.pages.ModerationState;
import encore.kernel.fanstreams.pages.StreamRecordQuery.FindManagedRecords;
import encore.kernel.fanstreams.pages.StreamRecordQuery.FindRecordsOfAuthor;
import encore.kernel.fanstreams.pages.StreamRecordQuery.ManagedSelection;
import encore.kernel.fanstreams.records.ImportOutcome;
import encore.kernel.fanstreams.records.ImportedRecords;
import encore.kernel.fanstreams.records.ModeratedRecords;
import encore.kernel.fanstreams.records.RecordCounts;
import encore.kernel.fanstreams.records.RecordFlags;
import encore.kernel.fanstreams.records.StreamRecordCommand.CountRecords;
import encore.kernel.fanstreams.records.StreamRecordCommand.DeleteAuthor;
import encore.kernel.fanstreams.records.StreamRecordCommand.DeleteRecords;
import encore.kernel.fanstreams.records.StreamRecordCommand.FlagRecords;
import encore.kernel.fanstreams.records.StreamRecordCommand.ImportRecords;
import encore.kernel.fanstreams.records.StreamRecordCommand.LabelRecords;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.people.Area;
import jakarta.validation.Valid;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Moderates the records of a stream, and imports records of networks. */
@RestController
@Access(scope = "manage", area = Area.MODERATION, lock = SECRET)
@RequestMapping("/api/v1/manage/streams/{stream_key}/records")
class ManagedRecordsController {

    private static final int ROWS = 500;
    private static final int MOST = 500;
    private static final Pages.Next NEXT = Pages.next("next_record_key");

    /** The order of arrival. */
    enum Order {
        ASC,
        DESC
    }

    /** Selects records. */
    record Find(
            String streamKey,

            @Description("The key in meta of the page before.") @Nullable @Size(max = 32)
            String nextRecordKey,

            @Nullable Boolean isApproved,
            @Nullable Boolean isGranted,
            @Nullable Boolean isReviewed,
            @Nullable Boolean isReported,
            @Nullable Boolean isPermanent,

            @Description("to_approve: nobody has decided. hidden: reviewed, and not approved.") @Nullable
            ModerationState moderationState,

            @Description("desc: the latest arrival first.") @Default("asc") @Nullable
            Order order,

            @Description("Rows of a page.") @Default("500") @Nullable @Min(1) @Max(ROWS)
            Integer limit) {

        NextKey paging() {
            return new NextKey(blankToNull(nextRecordKey), limit == null ? ROWS : limit);
        }

        ManagedSelection selection() {
            var flags = new RecordFlags(isApproved, isGranted, isReviewed, isReported, isPermanent);
            return new ManagedSelection(flags, moderationState, order == Order.DESC);
        }
    }

    record Import(
            String streamKey,

            @Description("At most 500 records.") @NotEmpty @Size(max = MOST)
            List<@Valid RecordInput> records) {}

    record Flag(
            String streamKey,

            @Description("At most 500 records.") @NotEmpty @Size(max = MOST)
            List<@Min(1) @Max(Ids.HIGHEST) Long> feedRecordIds,

            @Description("true approves, also anew; false withdraws.") @Nullable
            Boolean isApproved,

            @Nullable Boolean isGranted,
            @Nullable Boolean isReviewed,
            @Nullable Boolean isReported,

            @Description("Whether the records are shown however many newer ones there are.") @Nullable
            Boolean isPermanent) {

        @AssertTrue(message = "or another flag is required")
        @ErrorField("is_approved")
        boolean isAFlag() {
            return !flags().equals(RecordFlags.NONE);
        }

        RecordFlags flags() {
            return new RecordFlags(isApproved, isGranted, isReviewed, isReported, isPermanent);
        }
    }

    record Label(
            String streamKey,

            @Description("At most 500 records.") @NotEmpty @Size(max = MOST)
            List<@Min(1) @Max(Ids.HIGHEST) Long> feedRecordIds,

            @Description("They replace the earlier ones; none removes all.") @Size(max = 20)
            List<@NotBlank @Size(max = 128) String> labels) {}

    record Count(
            String streamKey,

            @Description("At most 500 records with their counts.") @NotEmpty @Size(max = MOST)
            List<@Valid Counts> records) {}

    /** The counts of a record; an absent one stays. */
    record Counts(
            @Min(1) @Max(Ids.HIGHEST) Long feedRecordId,
            @Nullable @Min(0) @Max(Ids.HIGHEST) Long likeCount,
            @Nullable @Min(0) @Max(Ids.HIGHEST) Long accessCounter) {}

    record Delete(
            String streamKey,

            @Description("At most 500 records. Or give network and author_id.") @Size(max = MOST)
            List<@Min(1) @Max(Ids.HIGHEST) Long> feedRecordIds,

            @Description("The network of the author; portal with a fan_id as author_id.") @Nullable @Size(max = 64)
            String network,

            @Description("Deletes all records of this author, and takes no more of them by import.")
            @Nullable
            @Size(max = 255)
            String authorId) {

        @AssertTrue(message = "or network and author_id are required, and not both")
        @ErrorField("feed_record_ids")
        boolean isOneSelection() {
            boolean isAuthor = blankToNull(network) != null && blankToNull(authorId) != null;
            return feedRecordIds.isEmpty() == isAuthor;
        }
    }

    private final Backend backend;

    ManagedRecordsController(Backend backend) {
        this.backend = backend;
    }

    @Description("Lists all records, approved or not, in the order of arrival, with who decided on them")
    @GetMapping
    Mono<Listing<Pages.NextMeta, ManagedRecord>> findAllRecords(Caller caller, @Params Find in) {
        return backend.ask(
                        caller, new FindManagedRecords(caller.account(), in.streamKey(), in.selection(), in.paging()))
                .map(page -> NEXT.answer(in.paging(), page));
    }

    @Description("Imports up to 500 records, each once for its network and record_key")
    @PostMapping
    Mono<List<ImportOutcome>> importRecords(Caller caller, @Params Import in) {
        var rows =
                in.records().stream().map(row -> row.toRecord(caller.account())).toList();
        return backend.send(caller, new ImportRecords(new FanStreamId(caller.account(), in.streamKey()), rows))
                .map(ImportedRecords::records);
    }

    @Description("Changes flags of up to 500 records")
    @PostMapping("/flags")
    Mono<ModeratedRecords> flagRecords(Caller caller, @Params Flag in) {
        var stream = new FanStreamId(caller.account(), in.streamKey());
        return backend.send(caller, new FlagRecords(stream, in.feedRecordIds(), in.flags()));
    }

    @Description("Replaces the labels of up to 500 records")
    @PostMapping("/labels")
    Mono<ModeratedRecords> labelRecords(Caller caller, @Params Label in) {
        var stream = new FanStreamId(caller.account(), in.streamKey());
        return backend.send(caller, new LabelRecords(stream, in.feedRecordIds(), in.labels()));
    }

    @Description("Sets the counts of up to 500 records")
    @PostMapping("/counts")
    Mono<ModeratedRecords> countRecords(Caller caller, @Params Count in) {
        var stream = new FanStreamId(caller.account(), in.streamKey());
        List<Long> ids = in.records().stream().map(Counts::feedRecordId).toList();
        var counts = in.records().stream()
                .map(row -> new RecordCounts(row.likeCount(), row.accessCounter()))
                .toList();
        return backend.send(caller, new CountRecords(stream, ids, counts));
    }

    @Description("Deletes up to 500 records, or all records of an author, permanently")
    @DeleteMapping
    Mono<ModeratedRecords> deleteRecords(Caller caller, @Params Delete in) {
        var stream = new FanStreamId(caller.account(), in.streamKey());
        return in.feedRecordIds().isEmpty()
                ? deleteAuthor(caller, stream, String.valueOf(in.network()), String.valueOf(in.authorId()))
                : backend.send(caller, new DeleteRecords(stream, in.feedRecordIds()));
    }

    private Mono<ModeratedRecords> deleteAuthor(Caller caller, FanStreamId stream, String network, String authorId) {
        var author = new DeletedAuthorId(caller.account(), Ids.uid());
        return backend.ask(caller, new FindRecordsOfAuthor(caller.account(), stream.key(), network, authorId))
                .flatMap(ids -> backend.send(caller, new DeleteAuthor(stream, author, network, authorId, ids)));
    }
}
