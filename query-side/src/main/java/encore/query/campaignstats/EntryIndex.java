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
import encore.query.memory.ReadWriteGuard;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Keeps the entries of all accounts' campaigns and their fans in memory, for many readers and one writer. */
final class EntryIndex implements MemoryImage.Imageable {

    private static final long DAY = Duration.ofDays(1).toMillis();

    private record AccountEntries(StatsFans fans, Map<Long, CampaignEntries> campaigns)
            implements MemoryImage.Imageable {

        AccountEntries() {
            this(new StatsFans(), new HashMap<>());
        }

        @Override
        public void transfer(MemoryImage memoryImage) {
            fans.transfer(memoryImage);
            memoryImage.elements(campaigns, memoryImage::id, memoryImage.objects(CampaignEntries::new));
        }
    }

    /** Guards all fields that change. */
    private final ReadWriteGuard lock = new ReadWriteGuard();

    private final Map<Long, AccountEntries> accounts = new HashMap<>();

    @Override
    public void transfer(MemoryImage memoryImage) {
        write(() -> memoryImage.elements(accounts, memoryImage::id, memoryImage.objects(AccountEntries::new)));
    }

    /** Runs changes that readers see all at once. */
    void write(Runnable changes) {
        lock.write(changes);
    }

    private <R> R read(Supplier<R> answer) {
        return lock.read(answer);
    }

    // Only inside write:

    StatsFans fans(long account) {
        return account(account).fans();
    }

    void addEntry(long account, long pageTabId, long fanId, int day, boolean optsIn) {
        AccountEntries all = account(account);
        all.campaigns()
                .computeIfAbsent(pageTabId, number -> new CampaignEntries())
                .add(all.fans().number(fanId), day, optsIn);
    }

    void apply(RecordedEvent recordedEvent) {
        switch (recordedEvent.event()) {
            case ActivityRecorded event -> {
                if (event.pageTabId() != null) {
                    addEntry(
                            event.fan().account(),
                            event.pageTabId(),
                            event.fan().number(),
                            day(recordedEvent.at().toEpochMilli()),
                            isOptIn(event));
                }
            }
            case FanRegistered event -> fans(event.fan().account()).put(StatsFan.of(event));
            case FanProfileChanged event -> change(event.fan(), fan -> fan.after(event));
            case FanConsentChanged event -> change(event.fan(), fan -> fan.after(event));
            case FanErased event ->
                fans(event.fan().account()).remove(event.fan().number());
            default -> {}
        }
    }

    private void change(FanId id, UnaryOperator<StatsFan> change) {
        StatsFans fans = fans(id.account());
        StatsFan before = fans.get(id.account(), id.number());
        if (before != null) {
            fans.put(change.apply(before));
        }
    }

    static boolean isOptIn(ActivityRecorded event) {
        return Boolean.TRUE.equals(event.details().optsIn());
    }

    static int day(long at) {
        return (int) Math.floorDiv(at, DAY);
    }

    private AccountEntries account(long account) {
        return accounts.computeIfAbsent(account, number -> new AccountEntries());
    }

    // For readers:

    EntryCounts entries(long account, long pageTabId, Days days) {
        return read(() -> {
            AccountEntries all = accounts.get(account);
            CampaignEntries entries = all == null ? null : all.campaigns().get(pageTabId);
            return entries == null
                    ? new EntryCounts(pageTabId, 0, 0)
                    : new EntryCounts(pageTabId, entries.entries(days), entries.optIns(days));
        });
    }

    FanCounts fans(long account, long pageTabId, Days days) {
        return read(() -> {
            AccountEntries all = accounts.get(account);
            CampaignEntries entries = all == null ? null : all.campaigns().get(pageTabId);
            return all == null || entries == null ? FanCounts.ZERO : new FanCounter(all.fans()).of(entries, days);
        });
    }
}
