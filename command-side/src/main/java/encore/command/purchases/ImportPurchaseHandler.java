package encore.command.purchases;

import encore.command.RowOutcomes;
import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Dispatch;
import encore.kernel.StreamId;
import encore.kernel.imports.ImportCommand.ImportPurchase;
import encore.kernel.imports.ImportedRowOutcome;
import encore.kernel.purchases.PurchaseCommand.ReadRepeatedPurchase;
import encore.kernel.purchases.PurchaseCommand.RecordNewPurchase;
import encore.kernel.purchases.PurchaseCommand.RecordPurchase;
import encore.kernel.purchases.PurchaseId;
import encore.kernel.purchases.RepeatedPurchase;
import org.axonframework.commandhandling.CommandHandler;
import org.springframework.stereotype.Component;

/** Records the purchase of a row of an import. A known key is compared, and changes nothing. */
@Component
class ImportPurchaseHandler {

    @CommandHandler
    ImportedRowOutcome decide(ImportPurchase command, Claims claims, Dispatch dispatch) {
        return RowOutcomes.of(() -> {
            RecordPurchase purchase = RecordPurchaseHandler.inKnownSpelling(command.purchase(), claims);
            String owner = RecordPurchaseHandler.owner(purchase, claims);
            if (owner == null) {
                return ImportedRowOutcome.done(
                        dispatch.send(new RecordNewPurchase(purchase)).fanId());
            }
            RepeatedPurchase repeated = dispatch.send(new ReadRepeatedPurchase(
                    StreamId.parse(PurchaseId.class, owner), purchase.details(), purchase.purchaser()));
            return ImportedRowOutcome.ofKnownKey(repeated.isSame(), repeated.fanId(), "purchase_key");
        });
    }
}
