package encore.api.tickets;

import encore.api.imports.ImportedKind;
import encore.api.imports.RowInput;
import encore.kernel.imports.ImportCommand.ImportRow;
import encore.kernel.imports.ImportCommand.ImportTicket;
import encore.kernel.imports.ImportKind;
import java.util.List;
import org.springframework.stereotype.Component;

/** Imports tickets. */
@Component
class TicketsImport implements ImportedKind {

    @Override
    public ImportKind kind() {
        return ImportKind.TICKETS;
    }

    @Override
    public List<Class<? extends Record>> inputs() {
        return List.of(BulkTicketsController.Row.class);
    }

    @Override
    public String key() {
        return "ticket_key";
    }

    @Override
    public ImportRow toCommand(long account, RowInput row) {
        return new ImportTicket(row.bind(BulkTicketsController.Row.class).toSale(account));
    }
}
