package encore.infra.backend;

import encore.kernel.people.Role;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A message of the stream of data that every gateway has in memory about every account. First comes all that exists,
 * then {@link Ready}, then each change. {@link Pulse} says how fresh the data is; a pulse is also the first message.
 */
public sealed interface ControlMessage {

    /**
     * The secrets that all gateways share. There is a key for each purpose, and no other key can be derived from one.
     * They come before any other data. A gateway must not write them down.
     *
     * @param apiSecrets the key under which secrets of key pairs are hashed (HMAC-SHA256, hex)
     * @param cursors 32 bytes under which cursors are sealed, so that each gateway can open another's
     * @param console 32 bytes under which the console's sessions are sealed
     * @param sessions 32 bytes under which each session_uid is hashed
     * @param links 32 bytes under which the fans of personal links of trackers are sealed
     */
    record Secrets(byte[] apiSecrets, byte[] cursors, byte[] console, byte[] sessions, byte[] links)
            implements ControlMessage {

        public Secrets {
            // A node of an earlier build sends none. No personal link of another gateway opens under an empty key.
            links = links == null ? new byte[0] : links;
        }

        /** Secrets without personal links. */
        public Secrets(byte[] apiSecrets, byte[] cursors, byte[] console, byte[] sessions) {
            this(apiSecrets, cursors, console, sessions, new byte[0]);
        }

        @Override
        public String toString() {
            return "Secrets";
        }
    }

    /** All data up to this position was sent. */
    record Ready(long position) implements ControlMessage {}

    /** Every projection has reached the head that the log had when its side started. Sent once, after {@link Ready}. */
    record CaughtUp() implements ControlMessage {}

    /**
     * The age of all data that was sent, measured from a log that other processes append to. It is the first message
     * and then comes at least every 300 ms. Do not trust a sender that falls silent, or that has not heard from the log
     * itself for a second.
     *
     * @param age in milliseconds; all events that the log contained that long ago were sent
     */
    record Pulse(long age) implements ControlMessage {}

    /**
     * A key's current state; it replaces the earlier one.
     *
     * @param endedSessions the names of its console sessions that were ended
     * @param ceiling the role that bounds what it may do with its secret; null for none
     */
    record Key(
            long account,
            String apiKey,
            String secretHash,
            String label,
            Set<String> scopes,
            Set<String> endedSessions,
            @Nullable Role ceiling)
            implements ControlMessage {
        public Key {
            scopes = Set.copyOf(scopes);
            endedSessions = Set.copyOf(endedSessions);
        }

        /** A key without a ceiling. */
        public Key(
                long account,
                String apiKey,
                String secretHash,
                String label,
                Set<String> scopes,
                Set<String> endedSessions) {
            this(account, apiKey, secretHash, label, scopes, endedSessions, null);
        }
    }

    record KeyRevoked(String apiKey) implements ControlMessage {}

    /**
     * A message about the people of an account. Gateways of builds that knew no people cannot read it, so it goes only to
     * those that say in the handshake that they can.
     */
    sealed interface OfPeople extends ControlMessage {}

    /**
     * The current state of a person who may sign in; it replaces the earlier one.
     *
     * @param generation sessions of an earlier generation have ended
     * @param endedSessions the names of sessions of this generation that were ended
     */
    record Person(long account, String personUid, Role role, int generation, Set<String> endedSessions)
            implements OfPeople {
        public Person {
            endedSessions = Set.copyOf(endedSessions);
        }
    }

    /** A person may not sign in any more. */
    record PersonGone(long account, String personUid) implements OfPeople {}

    /** Whether key pairs of an account may sign in at the console. Until this is sent, they may. */
    record ConsoleKeys(long account, boolean areAllowed) implements OfPeople {}

    /**
     * A monitored address of an account; it replaces the earlier entry of this network and page tab.
     *
     * @param uid the entry's id
     * @param network an address, or a network such as {@code 10.0.0.0/8}
     * @param pageTabId limits the entry to requests that name this campaign; null for all
     * @param isBlocked true bans the address, false admits it
     */
    record MonitoredAddress(
            long account,
            String uid,
            String network,
            @Nullable Long pageTabId,
            boolean isBlocked) implements ControlMessage {

        @Override
        public String toString() {
            return "MonitoredAddress[" + uid + "]";
        }
    }

    record ForgottenAddress(long account, String uid) implements ControlMessage {}

    /**
     * A fan is banned from a show; it replaces the earlier ban.
     *
     * @param pageTabId the campaign of the show
     * @param isMute whether the fan may still read
     * @param until the end of the ban in milliseconds since 1970; null for none
     */
    record BannedFan(
            long account,
            long pageTabId,
            long fanId,
            boolean isMute,
            @Nullable Long until) implements ControlMessage {}

    /** A fan is no longer banned from a show. */
    record UnbannedFan(long account, long pageTabId, long fanId) implements ControlMessage {}

    /**
     * A media asset was removed. Assets that were removed before the stream began are not named.
     *
     * @param position the position of the removal: an answer of an earlier position may still contain the asset
     */
    record RemovedMedia(long account, String mediaUid, long position) implements ControlMessage {}

    /**
     * Trackers of an account were created, changed or ended, or quests that trackers lead to. Only changes are sent: a
     * gateway that begins to follow knows no tracker.
     *
     * @param position the position of the change: an answer of an earlier position may be outdated
     */
    record TrackersChanged(long account, long position) implements ControlMessage {}

    /**
     * Sessions of fans or guests ended before their time. Only changes are sent: a gateway that begins to follow knows
     * no session.
     *
     * @param sessionHashes their session_refs
     */
    record SessionsEnded(long account, List<String> sessionHashes) implements ControlMessage {
        public SessionsEnded {
            sessionHashes = List.copyOf(sessionHashes);
        }
    }

    /**
     * A fan was erased, and all of its sessions and media with it. Fans that were erased before the stream began are not
     * named. The projections of sessions and of media each send this message, because one may be behind the other.
     *
     * @param position the position of the erasure: an answer of an earlier position may still contain data of the fan
     */
    record FanErased(long account, long fanId, long position) implements ControlMessage {}

    /**
     * An account's current state.
     *
     * @param callsPerMinute its own limit, or null for the installation's
     * @param origins the origins allowed for browsers; empty allows any
     * @param redirectUrls the addresses to which browser logins may lead back, compared byte by byte
     * @param defaultPointUid the point type that 'points' means
     */
    record Account(
            long account,
            String name,
            @Nullable Integer callsPerMinute,
            List<String> origins,
            List<String> redirectUrls,
            String defaultPointUid)
            implements ControlMessage {
        public Account {
            origins = List.copyOf(origins);
            // A node of an earlier build sends none.
            redirectUrls = redirectUrls == null ? List.of() : List.copyOf(redirectUrls);
        }

        /** An account without redirect URLs. */
        public Account(
                long account,
                String name,
                @Nullable Integer callsPerMinute,
                List<String> origins,
                String defaultPointUid) {
            this(account, name, callsPerMinute, origins, List.of(), defaultPointUid);
        }
    }
}
