package encore.kernel.imports;

import encore.kernel.Command;
import encore.kernel.accounts.AccountId;
import encore.kernel.activities.ActivityDetails;
import encore.kernel.activities.ActivityId;
import encore.kernel.fans.FanCommand.FindOrRegisterFan;
import encore.kernel.fans.FanId;
import encore.kernel.likings.NamedIdol;
import encore.kernel.points.AwardDetails;
import encore.kernel.purchases.PurchaseCommand.RecordPurchase;
import encore.kernel.purchases.PurchaseId;
import encore.kernel.tickets.TicketId;
import encore.kernel.tickets.TicketSale;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The commands of imports.
 *
 * @param <R> the answer
 */
public sealed interface ImportCommand<R> extends Command<R> {

    /** Imports rows. A row that is refused does not stop the others. Rows of one key or fan keep their order. */
    record ImportRows(AccountId stream, List<ImportRow> rows) implements ImportCommand<ImportedRows>, Command.Import {
        public ImportRows {
            rows = List.copyOf(rows);
        }
    }

    /** Finds the campaigns that activities with these titles would belong to. It changes nothing. */
    record ReadNamedCampaigns(AccountId stream, List<String> titles) implements ImportCommand<NamedCampaigns> {
        public ReadNamedCampaigns {
            titles = List.copyOf(titles);
        }
    }

    /** A step: imports one row. */
    sealed interface ImportRow extends ImportCommand<ImportedRowOutcome> {}

    /**
     * Finds or registers a fan, once for the row's key.
     *
     * @param key the row's key, or a hash of the whole row; a prefix distinguishes the two
     * @param rowHash a hash of the row's values
     */
    record ImportFan(
            ImportedFanId importedFan, FindOrRegisterFan fan, List<NamedIdol> idols, String key, String rowHash)
            implements ImportRow {
        public ImportFan {
            idols = List.copyOf(idols);
        }

        @Override
        public ImportedFanId stream() {
            return importedFan;
        }
    }

    /** A step: keeps the key of a row that brought a fan. The answer says whether the key was new. */
    record KeepImportedFan(ImportedFanId importedFan, FanId fan, String keyHash, String rowHash)
            implements ImportCommand<ImportedRowOutcome> {
        @Override
        public ImportedFanId stream() {
            return importedFan;
        }
    }

    /**
     * Awards points to a fan who may be named by a contact.
     *
     * @param pointUid the type of the points; null if the name says it
     * @param details with an award key
     */
    record ImportAward(
            AccountId stream,
            FanReference fan,
            String fanPointUid,
            @Nullable String pointUid,
            @Nullable String pointName,
            long count,
            AwardDetails details)
            implements ImportRow {}

    /** Records a purchase with a new key. A known key changes nothing. */
    record ImportPurchase(RecordPurchase purchase) implements ImportRow {
        @Override
        public PurchaseId stream() {
            return purchase.purchase();
        }
    }

    /** Saves a ticket with a new key. A known key changes nothing. */
    record ImportTicket(TicketSale sale) implements ImportRow {
        @Override
        public TicketId stream() {
            return sale.ticket();
        }
    }

    /**
     * Records an activity of a fan who may be named by a contact.
     *
     * @param activity made of the row's key
     */
    record ImportActivity(
            ActivityId activity,
            FanReference fan,
            @Nullable String campaignTitle,
            ActivityDetails details,
            @Nullable Instant effectiveAt)
            implements ImportRow {
        @Override
        public ActivityId stream() {
            return activity;
        }
    }
}
