package encore.api.audit;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.export.FanExporter;
import encore.api.input.AscendingRange;
import encore.api.input.Default;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.journal.OperationJournal;
import encore.api.paging.Pages;
import encore.api.wire.NdjsonLines;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.audit.AuditQuery.FindAuditedPoints;
import encore.kernel.audit.AuditQuery.FindAuditedPoints.Order;
import encore.kernel.audit.AuditQuery.FindHeadKeys;
import encore.kernel.audit.AuditQuery.FindHeads;
import encore.kernel.audit.AuditQuery.FindProof;
import encore.kernel.audit.AuditedPoint;
import encore.kernel.audit.HeadAndProof;
import encore.kernel.audit.HeadKey;
import encore.kernel.audit.SignedHead;
import encore.kernel.fans.FanId;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.people.Area;
import encore.kernel.time.AsOf;
import encore.kernel.time.Days;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Size;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Serves auditors: ledgers from the log, proofs, signed heads and fan exports. */
@RestController
@Access(scope = "manage", area = Area.AUDIT, lock = SECRET)
@RequestMapping("/api/v1/manage/audit")
class AuditController {

    private static final int ROWS = 500;

    @AscendingRange(start = "startDate", end = "endDate")
    record FindLedgerEvents(
            long fanId,
            @Nullable @Size(max = 64) String pointUid,
            @Description("The first day, UTC.") @Nullable LocalDate startDate,

            @Description("The last day, inclusive.") @Nullable
            LocalDate endDate,

            @Description("By position.") @Default("asc") @Nullable
            Order order,

            @Description("Only events after this position; with desc, only events before it.") @Nullable @Min(0)
            Long after,

            @Description("All rows when absent.") @Nullable @Min(1)
            Integer limit,

            @Description(Description.AS_OF) @Nullable AsOf asOf) {

        FindAuditedPoints query(long account, @Nullable String last) {
            String key = last == null && after != null ? after.toString() : last;
            var paging = new NextKey(key, limit == null ? ROWS : Math.min(limit, ROWS));
            return new FindAuditedPoints(
                    account,
                    fanId,
                    pointUid,
                    new Days(startDate, endDate),
                    order == null ? Order.ASC : order,
                    paging,
                    asOf);
        }
    }

    record ProofRange(
            @Description("The position of an event of the account. Absent: only the head.") @Nullable @Min(1)
            Long position,

            @Description("The position of the head that the proof leads to. Absent: the end of the event's commit.")
            @Nullable
            @Min(1)
            Long to) {}

    record OfFan(long fanId) {}

    private final Backend backend;
    private final FanExporter fanExporter;
    private final OperationJournal operationJournal;

    AuditController(Backend backend, FanExporter fanExporter, OperationJournal operationJournal) {
        this.backend = backend;
        this.fanExporter = fanExporter;
        this.operationJournal = operationJournal;
    }

    @Description("Lists the events of a fan's ledgers as the log has them, by position, as NDJSON")
    @GetMapping("/fans/{fan_id}/points")
    NdjsonLines<AuditedPoint> findLedgerEvents(Caller caller, ServerWebExchange exchange, @Params FindLedgerEvents in) {
        Flux<AuditedPoint> rows = Pages.all(after -> backend.ask(caller, in.query(caller.account(), after)));
        Mono<Void> note = operationJournal.note(caller, exchange, "ReadLedger", fan(caller, in.fanId()));
        // A read that is refused is no read.
        return new NdjsonLines<>(rows.take(in.limit() == null ? Long.MAX_VALUE : in.limit())
                .switchOnFirst((first, all) -> first.isOnError() ? all : note.thenMany(all)));
    }

    private static String fan(Caller caller, long fanId) {
        return new FanId(caller.account(), fanId).toString();
    }

    @Description("Finds the signed head of the hash chain, and the proof of an event")
    @GetMapping("/proof")
    Mono<HeadAndProof> findProof(Caller caller, @Params ProofRange in) {
        return backend.ask(caller, new FindProof(caller.account(), in.position(), in.to()));
    }

    @Description("Lists the stored signed heads, one an hour and one at each start, oldest first")
    @GetMapping("/heads")
    Flux<SignedHead> listSignedHeads(Caller caller) {
        return Pages.all(after -> backend.ask(caller, new FindHeads(caller.account(), new NextKey(after, ROWS))));
    }

    @Description("Lists the public keys of signed heads")
    @GetMapping("/keys")
    Mono<List<HeadKey>> listHeadKeys(Caller caller) {
        return backend.ask(caller, new FindHeadKeys(caller.account()));
    }

    @Description("Exports all data of a fan as a zip of JSON files")
    @Access(scope = "manage", area = Area.EXPORT, contacts = true, lock = SECRET)
    @GetMapping(path = "/fans/{fan_id}/export", produces = "application/zip")
    Mono<ResponseEntity<Flux<DataBuffer>>> exportFan(Caller caller, ServerWebExchange exchange, @Params OfFan in) {
        return fanExporter
                .export(caller, in.fanId())
                .delayUntil(zip -> operationJournal.note(caller, exchange, "ExportFan", fan(caller, in.fanId())))
                .map(zip -> ResponseEntity.ok()
                        .header(HttpHeaders.CONTENT_DISPOSITION, "attachment; filename=\"fan-" + in.fanId() + ".zip\"")
                        .body(zip));
    }
}
