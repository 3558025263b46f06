package encore.api.imports;

import encore.api.problems.Problem;
import encore.api.wire.FieldError;
import encore.api.wire.JsonType.UncheckedRow.Row;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.accounts.AccountId;
import encore.kernel.imports.ImportCommand.ImportRow;
import encore.kernel.imports.ImportCommand.ImportRows;
import encore.kernel.imports.ImportedRowOutcome;
import encore.kernel.imports.ImportedRows;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** Checks the rows of an import one by one, and sends those that are right. */
@Component
class RowImporter {

    private final Backend backend;
    private final EffectsOfImport effectsOfImport;

    RowImporter(Backend backend, EffectsOfImport effectsOfImport) {
        this.backend = backend;
        this.effectsOfImport = effectsOfImport;
    }

    /**
     * A row after its check.
     *
     * @param command null for a row that is wrong
     * @param refused null for a row that is right
     */
    private record CheckedRow(
            @Nullable ImportRow command, @Nullable ImportedRowOutcome refused) {}

    Mono<ImportAnswer> send(Caller caller, ImportedKind kind, List<Row> rows, boolean withEffects, boolean isDryRun) {
        List<CheckedRow> checked =
                rows.stream().map(row -> check(caller.account(), kind, row)).toList();
        List<ImportRow> commands = new ArrayList<>();
        for (CheckedRow row : checked) {
            if (row.command() != null) {
                commands.add(row.command());
            }
        }
        if (isDryRun || commands.isEmpty()) {
            return Mono.just(answer(
                    checked,
                    commands.stream().map(row -> ImportedRowOutcome.done(null)).toList()));
        }
        return (withEffects ? Mono.<Void>empty() : effectsOfImport.mustHaveNone(caller, commands))
                .then(Mono.defer(() -> send(caller, commands)))
                .map(imported -> answer(checked, imported.rows()));
    }

    private Mono<ImportedRows> send(Caller caller, List<ImportRow> commands) {
        return backend.send(caller, new ImportRows(new AccountId(caller.account()), commands));
    }

    private static CheckedRow check(long account, ImportedKind kind, Row row) {
        try {
            return new CheckedRow(kind.toCommand(account, RowInput.of(row.json(), kind)), null);
        } catch (Problem wrong) {
            FieldError error = wrong.errors().isEmpty() ? null : wrong.errors().getFirst();
            return new CheckedRow(
                    null,
                    error == null
                            ? ImportedRowOutcome.refused(null, wrong.sentence())
                            : ImportedRowOutcome.refused(error.field(), error.message()));
        }
    }

    private static ImportAnswer answer(List<CheckedRow> checked, List<ImportedRowOutcome> imported) {
        Iterator<ImportedRowOutcome> next = imported.iterator();
        return ImportAnswer.of(checked.stream()
                .map(row -> row.refused() == null ? next.next() : row.refused())
                .toList());
    }
}
