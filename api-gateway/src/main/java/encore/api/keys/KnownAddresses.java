package encore.api.keys;

import encore.api.keys.MonitoredNetworks.Said;
import encore.infra.backend.Control;
import java.net.InetAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The bans and exemptions of an account by network. For a caller the longest matching prefix decides, and for equal
 * networks the rule of the page tab. A caller whom no rule matches is admitted.
 */
public final class KnownAddresses {

    static final KnownAddresses NONE = new KnownAddresses();

    private final Map<String, Control.MonitoredAddress> entries = new HashMap<>();
    private final Map<Place, String> uids = new HashMap<>();
    private final TreeMap<IpNetwork, Said> networks = new TreeMap<>();

    /**
     * The index of the rules; null when it is outdated. The next read rebuilds it, so many changes cost one rebuild.
     */
    private volatile @Nullable MonitoredNetworks current = MonitoredNetworks.NONE;

    private record Place(String network, @Nullable Long pageTabId) {}

    /** Adds an entry, which replaces the one for the same network and page tab. */
    public synchronized void add(Control.MonitoredAddress entry) {
        String before = uids.put(new Place(entry.network(), entry.pageTabId()), entry.uid());
        if (before != null) {
            entries.remove(before);
        }
        entries.put(entry.uid(), entry);
        say(entry, entry.isBlocked());
    }

    synchronized void remove(String uid) {
        Control.MonitoredAddress entry = entries.remove(uid);
        if (entry != null) { // Otherwise a newer entry has replaced it.
            uids.remove(new Place(entry.network(), entry.pageTabId()));
            say(entry, null);
        }
    }

    private void say(Control.MonitoredAddress entry, @Nullable Boolean bans) {
        IpNetwork network = IpNetwork.parse(entry.network());
        Said before = networks.getOrDefault(network, Said.NOTHING);
        Map<Long, Boolean> toTabs = new HashMap<>(before.toTabs());
        Boolean toAll = entry.pageTabId() == null ? bans : before.toAll();
        if (entry.pageTabId() != null && bans != null) {
            toTabs.put(entry.pageTabId(), bans);
        } else if (entry.pageTabId() != null) {
            toTabs.remove(entry.pageTabId());
        }
        Said now = new Said(toAll, toTabs);
        if (now.equals(Said.NOTHING)) {
            networks.remove(network);
        } else {
            networks.put(network, now);
        }
        current = null;
    }

    synchronized boolean has(String uid) {
        return entries.containsKey(uid);
    }

    public boolean isEmpty() {
        return now() == MonitoredNetworks.NONE;
    }

    /**
     * Whether calls from an address are banned.
     *
     * @param pageTabId the campaign that the call names, or null
     */
    public boolean ban(InetAddress from, @Nullable Long pageTabId) {
        return now().ban(IpNetwork.of(from), pageTabId);
    }

    /** Whether page tabs may have different rules for the address. */
    public boolean tellTabsApart(InetAddress from) {
        return now().tellTabsApart(IpNetwork.of(from));
    }

    private MonitoredNetworks now() {
        MonitoredNetworks known = current;
        return known == null ? made() : known;
    }

    private synchronized MonitoredNetworks made() {
        MonitoredNetworks made = networks.isEmpty() ? MonitoredNetworks.NONE : MonitoredNetworks.of(networks);
        current = made;
        return made;
    }
}
