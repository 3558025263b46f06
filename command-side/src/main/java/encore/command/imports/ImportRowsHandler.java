package encore.command.imports;

import encore.command.IndependentBatches;
import encore.infra.eventstore.Claims.Claim;
import encore.infra.eventstore.Dispatch;
import encore.kernel.imports.FanReference;
import encore.kernel.imports.ImportCommand.ImportActivity;
import encore.kernel.imports.ImportCommand.ImportAward;
import encore.kernel.imports.ImportCommand.ImportFan;
import encore.kernel.imports.ImportCommand.ImportPurchase;
import encore.kernel.imports.ImportCommand.ImportRow;
import encore.kernel.imports.ImportCommand.ImportRows;
import encore.kernel.imports.ImportCommand.ImportTicket;
import encore.kernel.imports.ImportedRowOutcome;
import encore.kernel.imports.ImportedRows;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.axonframework.commandhandling.CommandHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Decides the rows of an import in batches. Rows that name the same key or the same fan are decided one after the other,
 * so that the log has them in the order of the file.
 */
@Component
class ImportRowsHandler {

    private final ImportTurns turns;

    ImportRowsHandler(ImportTurns turns) {
        this.turns = turns;
    }

    @CommandHandler
    ImportedRows decide(ImportRows command, Dispatch dispatch) {
        long account = command.stream().account();
        return new ImportedRows(IndependentBatches.process(
                command.rows(), row -> claims(account, row), batch -> sendInTurns(account, batch, dispatch)));
    }

    private List<ImportedRowOutcome> sendInTurns(long account, List<ImportRow> batch, Dispatch dispatch) {
        List<ImportedRowOutcome> outcomes = new ArrayList<>(batch.size());
        for (int from = 0; from < batch.size(); from += ImportTurns.MAX_ROWS) {
            List<ImportRow> rows = batch.subList(from, Math.min(from + ImportTurns.MAX_ROWS, batch.size()));
            outcomes.addAll(turns.run(account, rows.size(), () -> dispatch.sendAll(rows)));
        }
        return outcomes;
    }

    /** Returns the keys and the fan of a row, under which rows are compared with each other only. */
    private static List<Claim> claims(long account, ImportRow row) {
        return switch (row) {
            case ImportFan fan ->
                claims(
                        account,
                        fan.key(),
                        fan.fan().profile().email(),
                        fan.fan().profile().phone());
            case ImportAward award -> List.of(claim(account, award.fan()));
            case ImportActivity activity ->
                List.of(
                        claim(account, activity.fan()),
                        new Claim("key", account, activity.activity().uid()));
            case ImportPurchase purchase ->
                claims(
                        account,
                        purchase.purchase().respelled().details().network() + " "
                                + purchase.purchase().respelled().details().purchaseKey(),
                        purchase.purchase().purchaser().email(),
                        purchase.purchase().purchaser().phone());
            case ImportTicket ticket ->
                claims(
                        account,
                        ticket.sale().respelled().details().network() + " "
                                + ticket.sale().respelled().details().ticketKey(),
                        ticket.sale().profile().email(),
                        ticket.sale().profile().phone());
        };
    }

    private static List<Claim> claims(long account, String key, @Nullable String email, @Nullable String phone) {
        return Stream.of(
                        new Claim("key", account, key),
                        email == null ? null : new Claim("email", account, email),
                        phone == null ? null : new Claim("phone", account, phone))
                .filter(Objects::nonNull)
                .toList();
    }

    private static Claim claim(long account, FanReference fan) {
        return new Claim("fan", account, fan.toString());
    }
}
