package encore.query.campaigns;

import encore.infra.eventstore.Recorded;
import encore.kernel.Days;
import encore.kernel.activities.ActivityEvent.ActivityRecorded;
import encore.kernel.campaigns.EntryCounts;
import encore.kernel.campaigns.FanCounts;
import encore.kernel.fans.FanEvent.FanConsentChanged;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.fans.FanEvent.FanProfileChanged;
import encore.kernel.fans.FanEvent.FanRegistered;
import encore.kernel.fans.FanId;
import encore.query.image.Image;
import encore.query.projection.ReadersAndWriter;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Keeps the entries of all accounts' campaigns and their fans in memory, for many readers and one writer. */
final class AllEntries implements Image.Parts {

    private static final long DAY = Duration.ofDays(1).toMillis();

    private record OfAccount(FansNow fans, Map<Long, CampaignEntries> campaigns) implements Image.Parts {

        OfAccount() {
            this(new FansNow(), new HashMap<>());
        }

        @Override
        public void image(Image image) {
            fans.image(image);
            image.all(campaigns, image::id, image.parts(CampaignEntries::new));
        }
    }

    private final ReadersAndWriter lock = new ReadersAndWriter();
    private final Map<Long, OfAccount> accounts = new HashMap<>();

    @Override
    public void image(Image image) {
        write(() -> image.all(accounts, image::id, image.parts(OfAccount::new)));
    }

    /** Runs changes that readers see all at once. */
    void write(Runnable changes) {
        lock.write(changes);
    }

    private <R> R read(Supplier<R> answer) {
        return lock.read(answer);
    }

    // Only inside write:

    FansNow fans(long account) {
        return account(account).fans();
    }

    void enter(long account, long pageTabId, long fanId, int day, boolean optsIn) {
        OfAccount all = account(account);
        all.campaigns()
                .computeIfAbsent(pageTabId, number -> new CampaignEntries())
                .add(all.fans().number(fanId), day, optsIn);
    }

    void apply(Recorded recorded) {
        switch (recorded.event()) {
            case ActivityRecorded event -> {
                if (event.pageTabId() != null) {
                    enter(
                            event.fan().account(),
                            event.pageTabId(),
                            event.fan().number(),
                            day(recorded.at().toEpochMilli()),
                            isOptIn(event));
                }
            }
            case FanRegistered event -> fans(event.fan().account()).put(StatsFan.of(event));
            case FanProfileChanged event -> change(event.fan(), fan -> fan.after(event));
            case FanConsentChanged event -> change(event.fan(), fan -> fan.after(event));
            case FanErased event ->
                fans(event.fan().account()).forget(event.fan().number());
            default -> {}
        }
    }

    private void change(FanId id, UnaryOperator<StatsFan> change) {
        FansNow fans = fans(id.account());
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

    private OfAccount account(long account) {
        return accounts.computeIfAbsent(account, number -> new OfAccount());
    }

    // For readers:

    EntryCounts entries(long account, long pageTabId, Days days) {
        return read(() -> {
            OfAccount all = accounts.get(account);
            CampaignEntries entries = all == null ? null : all.campaigns().get(pageTabId);
            return entries == null
                    ? new EntryCounts(pageTabId, 0, 0)
                    : new EntryCounts(pageTabId, entries.entries(days), entries.optIns(days));
        });
    }

    FanCounts fans(long account, long pageTabId, Days days) {
        return read(() -> {
            OfAccount all = accounts.get(account);
            CampaignEntries entries = all == null ? null : all.campaigns().get(pageTabId);
            return all == null || entries == null ? FanCounts.NOBODY : new FanCounting(all.fans()).of(entries, days);
        });
    }
}
