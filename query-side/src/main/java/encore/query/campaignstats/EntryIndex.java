package encore.query.campaignstats;

import encore.infra.eventstore.RecordedEvent;
import encore.kernel.activities.ActivityEvent.ActivityRecorded;
import encore.kernel.campaignstats.EntryCounts;
import encore.kernel.campaignstats.FanCounts;
import encore.kernel.fans.FanEvent.FanConsentChanged;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.fans.FanEvent.FanProfileChanged;
import encore.kernel.fans.FanEvent.FanRegistered;
import encore.kernel.fans.FanId;
import encore.kernel.time.Days;
import encore.query.image.MemoryImage;
import encore.query.memory.AccountMemory;
import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Keeps the entries of all accounts' campaigns and their fans in memory, for many readers and one writer. */
final class EntryIndex implements MemoryImage.Imageable {

    private record AccountEntries(StatsFans fans, Map<Long, CampaignEntries> campaigns)
            implements MemoryImage.Imageable {

        AccountEntries() {
            this(new StatsFans(), new HashMap<>());
        }

        void addEntry(long pageTabId, long fanId, EntryRow row) {
            campaigns
                    .computeIfAbsent(pageTabId, number -> new CampaignEntries())
                    .add(fans.number(fanId), row);
        }

        @Override
        public void transfer(MemoryImage memoryImage) {
            fans.transfer(memoryImage);
            memoryImage.elements(campaigns, memoryImage::id, memoryImage.objects(CampaignEntries::new));
        }
    }

    private final AccountMemory<AccountEntries> accounts = new AccountMemory<>(account -> new AccountEntries());

    @Override
    public void transfer(MemoryImage memoryImage) {
        accounts.transfer(memoryImage, AccountEntries::transfer);
    }

    // Only before any query reads it:

    void load(StatsFan fan) {
        accounts.loading(fan.account()).fans().put(fan);
    }

    void loadEntry(long account, long pageTabId, long fanId, EntryRow row) {
        accounts.loading(account).addEntry(pageTabId, fanId, row);
    }

    // For the writer:

    void apply(RecordedEvent recordedEvent) {
        switch (recordedEvent.event()) {
            case ActivityRecorded event -> {
                Long pageTabId = event.pageTabId();
                if (pageTabId != null) {
                    EntryRow row = EntryRow.of(event, recordedEvent.at());
                    accounts.write(
                            event.fan().account(),
                            entries -> entries.addEntry(pageTabId, event.fan().number(), row));
                }
            }
            case FanRegistered event ->
                accounts.write(event.fan().account(), entries -> entries.fans().put(StatsFan.of(event)));
            case FanProfileChanged event -> change(event.fan(), fan -> fan.after(event));
            case FanConsentChanged event -> change(event.fan(), fan -> fan.after(event));
            case FanErased event ->
                accounts.write(
                        event.fan().account(),
                        entries -> entries.fans().remove(event.fan().number()));
            default -> {}
        }
    }

    private void change(FanId id, UnaryOperator<StatsFan> change) {
        accounts.write(id.account(), entries -> {
            StatsFan before = entries.fans().get(id.account(), id.number());
            if (before != null) {
                entries.fans().put(change.apply(before));
            }
        });
    }

    // For readers:

    EntryCounts entries(long account, long pageTabId, Days days) {
        return accounts.read(account, all -> {
            CampaignEntries entries = all.campaigns().get(pageTabId);
            return entries == null
                    ? new EntryCounts(pageTabId, 0, 0)
                    : new EntryCounts(pageTabId, entries.entries(days), entries.optIns(days));
        });
    }

    FanCounts fans(long account, long pageTabId, Days days) {
        return accounts.read(account, all -> {
            CampaignEntries entries = all.campaigns().get(pageTabId);
            return entries == null ? FanCounts.ZERO : new FanCounter(all.fans()).of(entries, days);
        });
    }
}
