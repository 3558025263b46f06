package encore.infra.eventstore.process;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Opens the store of each automation by its name, which never changes. */
public interface ProcessStores extends AutoCloseable {

    /** The name of the store in which the command side keeps what each account uses. It is no automation. */
    String USAGE = "account_usage";

    /** The name of the store in which the delivery of webhooks keeps its state. It is no automation. */
    String WEBHOOKS = "webhooks";

    /** The largest number of long works that are looked through for back-fills. */
    int MAX_LONG_WORKS = 1_000;

    /** Opens the store of an automation. It is empty when the automation is new or when its entries were lost. */
    ProcessStore open(String automation);

    /** Returns the names of the automations that have a store, in order. */
    List<String> names();

    /**
     * Returns the ownership, progress and back-fills of all stores by their names, in order. A store on a server is asked
     * about all of them at once.
     */
    default SortedMap<String, Overview> overviews() {
        SortedMap<String, Overview> found = new TreeMap<>();
        for (String name : names()) {
            found.put(name, overview(open(name)));
        }
        return found;
    }

    /** Asks one store for its ownership, progress and back-fills. */
    static Overview overview(ProcessStore store) {
        return new Overview(store.currentLease(), store.get(AutomationProgress.KEY), backfills(store));
    }

    /** Asks one store for its long work that reads the log. */
    static List<LongWork> backfills(ProcessStore store) {
        return store.list(LongWork.PREFIX, null, MAX_LONG_WORKS).stream()
                .map(entry -> LongWork.read(entry.value()))
                .filter(LongWork::isReplay)
                .toList();
    }

    /**
     * The ownership, progress and back-fills of one store.
     *
     * @param progress the entry {@link AutomationProgress#KEY}; null when there is none
     * @param backfills the long work that reads the log
     */
    record Overview(ProcessStore.Lease lease, @Nullable String progress, List<LongWork> backfills) {}

    @Override
    void close();
}
