package encore.api.keys;

import encore.api.server.IpNetwork;
import java.util.Arrays;
import java.util.Map;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * An immutable index of the rules for networks. Two networks are either disjoint or one contains the other. Sorted by
 * their first address, the last network before an address therefore contains it, or one of the networks around that one
 * does, or none.
 */
final class NetworkRuleIndex {

    static final NetworkRuleIndex NONE = new NetworkRuleIndex(new IpNetwork[0], new NetworkRules[0]);

    private final IpNetwork[] networks;
    private final NetworkRules[] rules;

    /** For each network the index of the narrowest one that contains it, or -1. */
    private final int[] parents;

    /**
     * The rules for one network: true bans, false admits.
     *
     * @param forAll the rule for all page tabs, or null
     * @param forPageTabs the rules for single page tabs
     */
    record NetworkRules(@Nullable Boolean forAll, Map<Long, Boolean> forPageTabs) {

        static final NetworkRules NONE = new NetworkRules(null, Map.of());

        NetworkRules {
            forPageTabs = Map.copyOf(forPageTabs);
        }

        @Nullable
        Boolean forPageTab(@Nullable Long pageTabId) {
            Boolean own = pageTabId == null ? null : forPageTabs.get(pageTabId);
            return own == null ? forAll : own;
        }
    }

    private NetworkRuleIndex(IpNetwork[] networks, NetworkRules[] said) {
        this.networks = networks;
        this.rules = said;
        this.parents = new int[networks.length];
        for (int i = 0; i < networks.length; i++) {
            int holder = i - 1;
            while (holder >= 0 && !networks[holder].contains(networks[i])) {
                holder = parents[holder];
            }
            parents[i] = holder;
        }
    }

    static NetworkRuleIndex of(SortedMap<IpNetwork, NetworkRules> all) {
        return new NetworkRuleIndex(
                all.keySet().toArray(IpNetwork[]::new), all.values().toArray(NetworkRules[]::new));
    }

    /** Whether the narrowest network with a rule for this page tab bans; null stands for no page tab. */
    boolean isBanned(IpNetwork from, @Nullable Long pageTabId) {
        return Boolean.TRUE.equals(narrowestRule(from, pageTabId));
    }

    /** Whether the narrowest network with a rule for this page tab admits; null stands for no page tab. */
    boolean isExempt(IpNetwork from, @Nullable Long pageTabId) {
        return Boolean.FALSE.equals(narrowestRule(from, pageTabId));
    }

    private @Nullable Boolean narrowestRule(IpNetwork from, @Nullable Long pageTabId) {
        for (int i = narrowestContaining(from); i >= 0; i = parents[i]) {
            Boolean bans = rules[i].forPageTab(pageTabId);
            if (bans != null) {
                return bans;
            }
        }
        return null;
    }

    /** Whether any network around the address has rules for single page tabs. */
    boolean hasPageTabRules(IpNetwork from) {
        for (int i = narrowestContaining(from); i >= 0; i = parents[i]) {
            if (!rules[i].forPageTabs().isEmpty()) {
                return true;
            }
        }
        return false;
    }

    private int narrowestContaining(IpNetwork from) {
        int found = Arrays.binarySearch(networks, from);
        int last = found >= 0 ? found : -found - 2;
        while (last >= 0 && !networks[last].contains(from)) {
            last = parents[last];
        }
        return last;
    }
}
