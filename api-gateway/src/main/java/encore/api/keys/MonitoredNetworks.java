package encore.api.keys;

import java.util.Arrays;
import java.util.Map;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * An immutable index of the rules for networks. Two networks are either disjoint or one contains the other. Sorted by
 * their first address, the last network before an address therefore contains it, or one of the networks around that one
 * does, or none.
 */
final class MonitoredNetworks {

    static final MonitoredNetworks NONE = new MonitoredNetworks(new IpNetwork[0], new Said[0]);

    private final IpNetwork[] networks;
    private final Said[] said;

    /** For each network the index of the narrowest one that contains it, or -1. */
    private final int[] around;

    /**
     * The rules for one network: true bans, false admits.
     *
     * @param toAll the rule for all page tabs, or null
     * @param toTabs the rules for single page tabs
     */
    record Said(@Nullable Boolean toAll, Map<Long, Boolean> toTabs) {

        static final Said NOTHING = new Said(null, Map.of());

        Said {
            toTabs = Map.copyOf(toTabs);
        }

        @Nullable
        Boolean to(@Nullable Long pageTabId) {
            Boolean own = pageTabId == null ? null : toTabs.get(pageTabId);
            return own == null ? toAll : own;
        }
    }

    private MonitoredNetworks(IpNetwork[] networks, Said[] said) {
        this.networks = networks;
        this.said = said;
        this.around = new int[networks.length];
        for (int i = 0; i < networks.length; i++) {
            int holder = i - 1;
            while (holder >= 0 && !networks[holder].holds(networks[i])) {
                holder = around[holder];
            }
            around[i] = holder;
        }
    }

    static MonitoredNetworks of(SortedMap<IpNetwork, Said> all) {
        return new MonitoredNetworks(
                all.keySet().toArray(IpNetwork[]::new), all.values().toArray(Said[]::new));
    }

    /** Whether the narrowest network with a rule for this page tab bans; null stands for no page tab. */
    boolean ban(IpNetwork from, @Nullable Long pageTabId) {
        for (int i = holding(from); i >= 0; i = around[i]) {
            Boolean bans = said[i].to(pageTabId);
            if (bans != null) {
                return bans;
            }
        }
        return false;
    }

    /** Whether any network around the address has rules for single page tabs. */
    boolean tellTabsApart(IpNetwork from) {
        for (int i = holding(from); i >= 0; i = around[i]) {
            if (!said[i].toTabs().isEmpty()) {
                return true;
            }
        }
        return false;
    }

    private int holding(IpNetwork from) {
        int found = Arrays.binarySearch(networks, from);
        int last = found >= 0 ? found : -found - 2;
        while (last >= 0 && !networks[last].holds(from)) {
            last = around[last];
        }
        return last;
    }
}
