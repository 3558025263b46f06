package encore.api.keys;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import encore.api.keys.NetworkRuleIndex.NetworkRules;
import encore.api.server.IpNetwork;
import encore.infra.backend.ControlMessage;
import java.net.InetAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The bans and exemptions of an account by network. For a caller the longest matching prefix decides, and for equal
 * networks the rule of the page tab. A caller whom no rule matches is admitted.
 */
public final class AddressRules {

    static final AddressRules NONE = new AddressRules();

    @GuardedBy("this")
    private final Map<String, ControlMessage.MonitoredAddress> entries = new HashMap<>();

    @GuardedBy("this")
    private final Map<NetworkAndPageTab, String> uids = new HashMap<>();

    @GuardedBy("this")
    private final TreeMap<IpNetwork, NetworkRules> networks = new TreeMap<>();

    /**
     * The index of the rules; null when it is outdated. The next read rebuilds it, so many changes cost one rebuild. It
     * is written under the lock and read without.
     */
    private volatile @Nullable NetworkRuleIndex current = NetworkRuleIndex.NONE;

    private record NetworkAndPageTab(
            String network, @Nullable Long pageTabId) {}

    /** Adds an entry, which replaces the one for the same network and page tab. */
    public synchronized void add(ControlMessage.MonitoredAddress entry) {
        String before = uids.put(new NetworkAndPageTab(entry.network(), entry.pageTabId()), entry.uid());
        if (before != null) {
            entries.remove(before);
        }
        entries.put(entry.uid(), entry);
        setRule(entry, entry.isBlocked());
    }

    synchronized void remove(String uid) {
        ControlMessage.MonitoredAddress entry = entries.remove(uid);
        if (entry != null) { // Otherwise a newer entry has replaced it.
            uids.remove(new NetworkAndPageTab(entry.network(), entry.pageTabId()));
            setRule(entry, null);
        }
    }

    @GuardedBy("this")
    private void setRule(ControlMessage.MonitoredAddress entry, @Nullable Boolean bans) {
        IpNetwork network = IpNetwork.parse(entry.network());
        NetworkRules before = networks.getOrDefault(network, NetworkRules.NONE);
        Map<Long, Boolean> toTabs = new HashMap<>(before.forPageTabs());
        Boolean toAll = entry.pageTabId() == null ? bans : before.forAll();
        if (entry.pageTabId() != null && bans != null) {
            toTabs.put(entry.pageTabId(), bans);
        } else if (entry.pageTabId() != null) {
            toTabs.remove(entry.pageTabId());
        }
        NetworkRules now = new NetworkRules(toAll, toTabs);
        if (now.equals(NetworkRules.NONE)) {
            networks.remove(network);
        } else {
            networks.put(network, now);
        }
        current = null;
    }

    synchronized boolean contains(String uid) {
        return entries.containsKey(uid);
    }

    public boolean isEmpty() {
        return currentIndex() == NetworkRuleIndex.NONE;
    }

    /**
     * Whether calls from an address are banned.
     *
     * @param pageTabId the campaign that the call names, or null
     */
    public boolean isBanned(InetAddress from, @Nullable Long pageTabId) {
        return currentIndex().isBanned(IpNetwork.of(from), pageTabId);
    }

    /**
     * Whether the narrowest entry for an address admits it (is_blocked is false). An address without an entry is not
     * exempt.
     *
     * @param pageTabId the campaign that the call names, or null
     */
    public boolean isExempt(InetAddress from, @Nullable Long pageTabId) {
        return currentIndex().isExempt(IpNetwork.of(from), pageTabId);
    }

    /** Whether page tabs may have different rules for the address. */
    public boolean hasPageTabRules(InetAddress from) {
        return currentIndex().hasPageTabRules(IpNetwork.of(from));
    }

    private NetworkRuleIndex currentIndex() {
        NetworkRuleIndex known = current;
        return known == null ? rebuildIndex() : known;
    }

    private synchronized NetworkRuleIndex rebuildIndex() {
        NetworkRuleIndex made = networks.isEmpty() ? NetworkRuleIndex.NONE : NetworkRuleIndex.of(networks);
        current = made;
        return made;
    }
}
