package encore.api.keys;

import encore.api.keys.MonitoredNetworks.Said;
import encore.infra.backend.Control;
import java.net.InetAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The addresses that an account monitors: the longest prefix that holds a caller decides, of two alike the page tab's;
 * where nobody says anything, he is let in.
 */
public final class KnownAddresses {

    static final KnownAddresses NONE = new KnownAddresses();

    private final Map<String, Control.MonitoredAddress> entries = new HashMap<>();
    private final Map<Place, String> uids = new HashMap<>();
    private final TreeMap<IpNetwork, Said> networks = new TreeMap<>();

    /** Null when it is to be made anew: by whoever asks next, so that many changes at once cost it once. */
    private volatile @Nullable MonitoredNetworks current = MonitoredNetworks.NONE;

    private record Place(String network, @Nullable Long pageTabId) {}

    /** Replaces what was said of its network and page tab. */
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
        if (entry != null) { // Otherwise another has taken its place.
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
     * Whether nobody is let in from there.
     *
     * @param pageTabId what the call names, or null
     */
    public boolean ban(InetAddress from, @Nullable Long pageTabId) {
        return now().ban(IpNetwork.of(from), pageTabId);
    }

    /** Whether that may differ from one page tab to another. */
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
