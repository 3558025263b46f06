package encore.infra.backend;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Tells what every gateway knows of every account without asking: first all there is, then {@link Ready}, then each
 * change; and how fresh it is, the first telling as well ({@link Pulse}).
 */
public sealed interface Control {

    /**
     * Holds what all gateways share, a key for each purpose and none that others follow from; told before anything else, and
     * never written down by a gateway.
     *
     * @param apiSecrets the key under which secrets of key pairs are hashed (HMAC-SHA256, hex)
     * @param cursors 32 bytes under which cursors are sealed, so that each gateway can open another's
     * @param console 32 bytes under which the console's sessions are sealed
     */
    record Secrets(byte[] apiSecrets, byte[] cursors, byte[] console) implements Control {

        @Override
        public String toString() {
            return "Secrets";
        }
    }

    /** Everything known at this position has been told. */
    record Ready(long position) implements Control {}

    /** Every projection has reached the head that the log had when its side started: told once, after {@link Ready}. */
    record CaughtUp() implements Control {}

    /**
     * Tells how fresh all that was told is, measured from a log that others append to: first of all, and then at least
     * every 300 ms. Whoever sends it is not to be trusted when it falls silent, nor when it has not heard from the log itself for a second.
     *
     * @param age how many milliseconds ago nothing was in the log that is not told
     */
    record Pulse(long age) implements Control {}

    /**
     * A key as it is now; it replaces what was known of it.
     *
     * @param endedSessions names of its sessions at the console that somebody ended
     */
    record Key(
            long account, String apiKey, String secretHash, String label, Set<String> scopes, Set<String> endedSessions)
            implements Control {
        public Key {
            scopes = Set.copyOf(scopes);
            endedSessions = Set.copyOf(endedSessions);
        }
    }

    record KeyRevoked(String apiKey) implements Control {}

    /**
     * A monitored address of an account: it replaces what was known of this network and page tab.
     *
     * @param uid what the entry is called
     * @param network an address, or a network as {@code 10.0.0.0/8}
     * @param pageTabId limits it to what names this campaign; null for all
     * @param isBlocked true bans, false lets in
     */
    record MonitoredAddress(
            long account,
            String uid,
            String network,
            @Nullable Long pageTabId,
            boolean isBlocked) implements Control {

        @Override
        public String toString() {
            return "MonitoredAddress[" + uid + "]";
        }
    }

    record ForgottenAddress(long account, String uid) implements Control {}

    /**
     * An account as it is now.
     *
     * @param callsPerMinute its own limit, or null for the installation's
     * @param origins allowed for browsers; empty: any
     * @param defaultPointUid the point type that 'points' means
     */
    record Account(
            long account, String name, @Nullable Integer callsPerMinute, List<String> origins, String defaultPointUid)
            implements Control {
        public Account {
            origins = List.copyOf(origins);
        }
    }
}
