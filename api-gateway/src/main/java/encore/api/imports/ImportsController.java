package encore.api.imports;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.input.Default;
import encore.api.input.Description;
import encore.api.input.JsonOnly;
import encore.api.input.Params;
import encore.api.wire.JsonType.UncheckedRow.Row;
import encore.infra.backend.Caller;
import encore.kernel.imports.ImportKind;
import encore.kernel.people.Area;
import encore.kernel.privacy.Contact;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.Size;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Imports records from files, row by row, each once for its key. */
@RestController
@Access(scope = "manage", area = Area.FANS, lock = SECRET)
@RequestMapping("/api/v1/manage/imports")
class ImportsController {

    private static final int MAX_ROWS = 1_000;

    record Import(
            @Contact
            @Description("The rows, at most 1,000. GET manage/imports lists the fields of each kind.")
            @JsonOnly
            @NotEmpty
            @Size(max = MAX_ROWS)
            List<Row> rows,

            @Description("Imports points or activities although quests, rewards or webhooks will react to them.")
            @Default("false")
            @Nullable
            Boolean withEffects,

            @Description("Checks the form of the rows, and changes nothing.") @Default("false") @Nullable
            Boolean dryRun) {}

    /** A kind of record with the columns of its file. */
    record KindOfImport(String kind, String key, List<ImportColumn> columns) {}

    private final RowImporter rowImporter;
    private final Map<ImportKind, ImportedKind> kinds;

    ImportsController(RowImporter rowImporter, List<ImportedKind> kinds) {
        this.rowImporter = rowImporter;
        this.kinds = kinds.stream().collect(Collectors.toMap(ImportedKind::kind, Function.identity()));
    }

    @Description("Lists the kinds of imports with the columns of their files")
    @GetMapping
    List<KindOfImport> listImportKinds() {
        return kinds.values().stream()
                .sorted(Comparator.comparing(ImportedKind::kind))
                .map(kind -> new KindOfImport(kind.kind().word(), kind.key(), ImportColumns.of(kind)))
                .toList();
    }

    @Description("Imports fans; a row that was imported before changes nothing")
    @PostMapping("/fans")
    Mono<ImportAnswer> importFans(Caller caller, @Params Import in) {
        return send(caller, ImportKind.FANS, in);
    }

    @Description("Imports awards of points, each once for its award_key")
    @Access(scope = "manage", area = Area.POINTS, lock = SECRET)
    @PostMapping("/points")
    Mono<ImportAnswer> importPoints(Caller caller, @Params Import in) {
        return send(caller, ImportKind.POINTS, in);
    }

    @Description("Imports purchases, each once for its purchase_key")
    @Access(scope = "manage", area = Area.TICKETS, lock = SECRET)
    @PostMapping("/purchases")
    Mono<ImportAnswer> importPurchases(Caller caller, @Params Import in) {
        return send(caller, ImportKind.PURCHASES, in);
    }

    @Description("Imports tickets, each once for its ticket_key")
    @Access(scope = "manage", area = Area.TICKETS, lock = SECRET)
    @PostMapping("/tickets")
    Mono<ImportAnswer> importTickets(Caller caller, @Params Import in) {
        return send(caller, ImportKind.TICKETS, in);
    }

    @Description("Imports activities, each once for its activity_key")
    @PostMapping("/activities")
    Mono<ImportAnswer> importActivities(Caller caller, @Params Import in) {
        return send(caller, ImportKind.ACTIVITIES, in);
    }

    private Mono<ImportAnswer> send(Caller caller, ImportKind kind, Import in) {
        ImportedKind imported = kinds.get(kind);
        if (imported == null) {
            throw new IllegalStateException("No feature imports " + kind);
        }
        return rowImporter.send(
                caller, imported, in.rows(), Boolean.TRUE.equals(in.withEffects()), Boolean.TRUE.equals(in.dryRun()));
    }
}
