package encore.api.operations;

import encore.api.access.Access;
import encore.api.access.Lock;
import encore.api.export.Csv;
import encore.api.input.AscendingRange;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.journal.OperationJournal;
import encore.api.paging.Listing;
import encore.api.paging.Pages;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.operations.LabelledOperation;
import encore.kernel.operations.Operation;
import encore.kernel.operations.OperationsQuery.FindOperations;
import encore.kernel.operations.OperationsQuery.JournalFilter;
import encore.kernel.operations.OperationsQuery.Period;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.people.Area;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Shows the journal of operations. */
@RestController
@Access(scope = "manage", area = Area.AUDIT, lock = Lock.SECRET, operatorToo = true)
@RequestMapping("/api/v1/manage/operations")
class OperationsController {

    private static final String ACTOR = "The actor, as entries name it: key: or console: and the api_key, or operator.";
    private static final String OPERATION = "The name of a command or an order.";
    private static final String FROM = "Only entries from this time.";
    private static final String TO = "Only entries up to this time.";

    private static final Pages.Next PAGES = Pages.next("next_operation_key");
    private static final int ROWS = 100;
    private static final int EXPORTED_ROWS = 500;
    private static final int LINES_TOGETHER = 64;
    private static final List<String> COLUMNS =
            List.of("position", "at", "account_id", "actor", "operation", "target", "request_id", "actor_label");

    @AscendingRange(start = "startTimestamp", end = "endTimestamp")
    record Select(
            @Description(ACTOR) @Nullable @Size(max = 255) String actor,

            @Description(OPERATION) @Nullable @Size(max = 64)
            String operation,

            @Description(FROM) @Nullable Instant startTimestamp,
            @Description(TO) @Nullable Instant endTimestamp) {

        JournalFilter filter() {
            return new JournalFilter(actor, operation, new Period(startTimestamp, endTimestamp));
        }
    }

    @AscendingRange(start = "startTimestamp", end = "endTimestamp")
    record Find(
            @Description(ACTOR) @Nullable @Size(max = 255) String actor,

            @Description(OPERATION) @Nullable @Size(max = 64)
            String operation,

            @Description(FROM) @Nullable Instant startTimestamp,
            @Description(TO) @Nullable Instant endTimestamp,
            @Nullable @Min(1) @Max(500) Integer limit,

            @Nullable @Pattern(regexp = "\\d{1,15}") String nextOperationKey) {

        JournalFilter filter() {
            return new JournalFilter(actor, operation, new Period(startTimestamp, endTimestamp));
        }

        NextKey paging() {
            return new NextKey(nextOperationKey, limit == null ? ROWS : limit);
        }
    }

    private final Backend backend;
    private final OperationJournal operationJournal;

    OperationsController(Backend backend, OperationJournal operationJournal) {
        this.backend = backend;
        this.operationJournal = operationJournal;
    }

    @Description("Lists management actions, newest first: those of the account, or all of them for the operator")
    @GetMapping
    Mono<Listing<Pages.NextMeta, LabelledOperation>> all(Caller caller, @Params Find in) {
        return backend.ask(caller, new FindOperations(caller.account(), in.filter(), in.paging()))
                .map(page -> PAGES.answer(in.paging(), page));
    }

    @Description("Exports the selected management actions as CSV, newest first; the export is an entry itself")
    @Access(scope = "manage", area = Area.EXPORT, contacts = true, lock = Lock.SECRET, operatorToo = true)
    @GetMapping(path = "/export", produces = "text/csv")
    Mono<ResponseEntity<Flux<DataBuffer>>> exportOperations(
            Caller caller, ServerWebExchange exchange, @Params Select in) {
        return operationJournal
                .note(caller, exchange, "ExportOperations", "csv")
                .thenReturn(ResponseEntity.ok()
                        .contentType(MediaType.parseMediaType(Csv.CONTENT_TYPE))
                        .header(HttpHeaders.CONTENT_DISPOSITION, "attachment; filename=\"operations.csv\"")
                        .header(HttpHeaders.CACHE_CONTROL, "no-store")
                        .body(lines(caller, in.filter(), exchange.getResponse().bufferFactory())));
    }

    private Flux<DataBuffer> lines(Caller caller, JournalFilter filter, DataBufferFactory buffers) {
        Flux<LabelledOperation> rows = Pages.all(after ->
                backend.ask(caller, new FindOperations(caller.account(), filter, new NextKey(after, EXPORTED_ROWS))));
        return Flux.just(Csv.line(COLUMNS))
                .concatWith(rows.map(OperationsController::line))
                .buffer(LINES_TOGETHER)
                .map(lines -> buffers.wrap(String.join("", lines).getBytes(StandardCharsets.UTF_8)));
    }

    private static String line(LabelledOperation entry) {
        Operation row = entry.operation();
        return Csv.line(List.of(
                Long.toString(row.position()),
                row.at().truncatedTo(ChronoUnit.SECONDS).toString(),
                Long.toString(row.accountId()),
                row.actor(),
                row.operation(),
                row.target(),
                row.requestId(),
                Objects.requireNonNullElse(entry.actorLabel(), "")));
    }
}
