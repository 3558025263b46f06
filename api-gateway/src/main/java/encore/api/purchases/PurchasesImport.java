package encore.api.purchases;

import encore.api.imports.ImportedKind;
import encore.api.imports.RowInput;
import encore.api.problems.Ids;
import encore.kernel.fans.FanId;
import encore.kernel.imports.ImportCommand.ImportPurchase;
import encore.kernel.imports.ImportCommand.ImportRow;
import encore.kernel.imports.ImportKind;
import encore.kernel.purchases.PurchaseCommand.RecordPurchase;
import encore.kernel.purchases.PurchaseId;
import java.util.List;
import org.springframework.stereotype.Component;

/** Imports purchases. */
@Component
class PurchasesImport implements ImportedKind {

    @Override
    public ImportKind kind() {
        return ImportKind.PURCHASES;
    }

    @Override
    public List<Class<? extends Record>> inputs() {
        return List.of(PurchasesController.Add.class);
    }

    @Override
    public String key() {
        return "purchase_key";
    }

    @Override
    public ImportRow toCommand(long account, RowInput row) {
        PurchasesController.Add in = row.bind(PurchasesController.Add.class);
        return new ImportPurchase(new RecordPurchase(
                new PurchaseId(account, Ids.uid()), new FanId(account, Ids.number()), in.details(), in.purchaser()));
    }
}
