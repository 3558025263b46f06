package encore.api.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.api.server.IpNetwork;
import encore.infra.backend.ControlMessage;
import java.math.BigInteger;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressRulesTest {

    private final AddressRules known = new AddressRules();
    private int made;

    @ParameterizedTest
    @CsvSource({
        "10.1.2.3/8, 10.0.0.0/8",
        "10.1.2.3, 10.1.2.3",
        "10.1.2.3/32, 10.1.2.3",
        "::ffff:1.2.3.4, 1.2.3.4",
        "::ffff:1.2.3.4/104, 1.0.0.0/8",
        "::ffff:102:304, 1.2.3.4",
        "2001:DB8:0:0:1::5, 2001:db8::1:0:0:5",
        "2001:db8:ffff::5/33, 2001:db8:8000::/33",
        "2001:db8::ff/121, 2001:db8::80/121",
        "2001:db8::1/128, 2001:db8::1",
        "0.0.0.0/0, 0.0.0.0/0"
    })
    void a_network_has_one_spelling(String given, String spelled) {
        assertThat(IpNetwork.parse(given)).hasToString(spelled);
        assertThat(IpNetwork.parse(spelled)).isEqualTo(IpNetwork.parse(given));
    }

    @ParameterizedTest
    @ValueSource(strings = {"10.0.0.0/33", "::1/129", "::ffff:1.2.3.4/95", "10.0.0.0/", "10.0.0.0/x", "shop", ""})
    void a_text_that_is_no_network_is_refused(String text) {
        assertThatThrownBy(() -> IpNetwork.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void the_longest_prefix_decides_and_of_equals_the_page_tabs() {
        say("10.0.0.0/8", null, true);
        say("10.1.0.0/16", null, false);
        say("10.1.2.0/24", 100L, true);
        say("10.1.2.0/24", null, false);
        say("10.1.2.3", null, true);
        assertThat(bans("10.9.9.9", null)).isTrue();
        assertThat(bans("10.1.9.9", null)).isFalse();
        assertThat(bans("10.1.2.9", null)).isFalse();
        assertThat(bans("10.1.2.9", 100L)).isTrue();
        assertThat(bans("10.1.2.9", 101L)).isFalse();
        assertThat(bans("10.1.2.3", 100L)).isTrue();
        assertThat(bans("11.1.2.3", null)).isFalse();
        assertThat(known.hasPageTabRules(address("10.1.2.3"))).isTrue();
        assertThat(known.hasPageTabRules(address("10.1.9.9"))).isFalse();
    }

    @Test
    void an_address_is_exempt_where_the_narrowest_entry_admits_it() {
        say("10.0.0.0/8", null, false);
        say("10.1.0.0/16", null, true);
        say("10.1.2.3", 100L, false);
        say("2001:db8::/48", null, false);
        assertThat(isExempt("10.9.9.9", null)).isTrue();
        assertThat(isExempt("10.1.9.9", null)).isFalse();
        assertThat(isExempt("10.1.2.3", null)).isFalse();
        assertThat(isExempt("10.1.2.3", 100L)).isTrue();
        assertThat(isExempt("10.9.9.9", 100L)).isTrue();
        assertThat(isExempt("11.1.2.3", null)).isFalse();
        assertThat(isExempt("2001:db8::5", null)).isTrue();
    }

    private boolean isExempt(String from, @Nullable Long pageTabId) {
        return known.isExempt(address(from), pageTabId);
    }

    @Test
    void a_mapped_address_is_the_one_that_is_mapped_and_version_6_bans_none_of_version_4() throws UnknownHostException {
        say("1.2.3.4", null, true);
        byte[] mapped = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1, 1, 2, 3, 4};
        assertThat(known.isBanned(Inet6Address.getByAddress(null, mapped, -1), null))
                .isTrue();
        say("::/16", null, true);
        assertThat(bans("::5", null)).isTrue();
        assertThat(bans("1.2.3.5", null)).isFalse();
    }

    @Test
    void another_entry_replaces_one_and_what_was_replaced_takes_nothing_with_it() {
        String first = say("192.0.2.0/24", null, true);
        String second = say("192.0.2.0/24", null, false);
        assertThat(bans("192.0.2.1", null)).isFalse();
        assertThat(known.contains(first)).isFalse();
        known.remove(first);
        assertThat(known.contains(second)).isTrue();
        String third = say("192.0.2.0/24", null, true);
        known.remove(second);
        assertThat(bans("192.0.2.1", null)).isTrue();
        known.remove(third);
        assertThat(known.isEmpty()).isTrue();
        assertThat(bans("192.0.2.1", null)).isFalse();
    }

    /** Against every entry looked at, one after the other. */
    @Test
    void it_says_what_a_walk_over_all_entries_says() {
        Random random = new Random(7);
        Map<String, ControlMessage.MonitoredAddress> all = new HashMap<>();
        for (int i = 0; i < 3_000; i++) {
            if (i % 3 == 2) {
                String gone = new ArrayList<>(all.keySet()).get(random.nextInt(all.size()));
                known.remove(all.remove(gone).uid());
            } else {
                String network = IpNetwork.parse(text(random) + "/" + (8 + random.nextInt(25)))
                        .toString();
                Long tab = random.nextInt(3) == 0 ? 100L + random.nextInt(2) : null;
                boolean blocked = random.nextBoolean();
                all.put(network + tab, entry("u" + i, network, tab, blocked));
                known.add(entry("u" + i, network, tab, blocked));
            }
            InetAddress from = address(text(random));
            for (Long tab : new Long[] {null, 100L, 101L}) {
                assertThat(known.isBanned(from, tab)).isEqualTo(walk(all, from, tab));
            }
        }
    }

    private static boolean walk(
            Map<String, ControlMessage.MonitoredAddress> all, InetAddress from, @Nullable Long pageTabId) {
        boolean bans = false;
        int best = -1;
        for (ControlMessage.MonitoredAddress entry : all.values()) {
            String[] parts = (entry.network() + "/32").split("/");
            int prefix = Integer.parseInt(parts[1]);
            boolean holds =
                    prefix == 0 || bits(parts[0]) >>> (32 - prefix) == bits(from.getHostAddress()) >>> (32 - prefix);
            boolean ofTab = entry.pageTabId() != null;
            int rank = 2 * prefix + (ofTab ? 1 : 0);
            if (holds && rank > best && (!ofTab || entry.pageTabId().equals(pageTabId))) {
                best = rank;
                bans = entry.isBlocked();
            }
        }
        return bans;
    }

    private static long bits(String address) {
        return new BigInteger(1, address(address).getAddress()).longValue();
    }

    /** Few enough of them that networks lie in each other. */
    private static String text(Random random) {
        return "10." + random.nextInt(2) + "." + random.nextInt(4) + "." + random.nextInt(8);
    }

    private String say(String network, @Nullable Long pageTabId, boolean isBlocked) {
        String uid = "e" + made++;
        known.add(entry(uid, network, pageTabId, isBlocked));
        return uid;
    }

    private static ControlMessage.MonitoredAddress entry(
            String uid, String network, @Nullable Long pageTabId, boolean isBlocked) {
        return new ControlMessage.MonitoredAddress(7, uid, network, pageTabId, isBlocked);
    }

    private boolean bans(String from, @Nullable Long pageTabId) {
        return known.isBanned(address(from), pageTabId);
    }

    private static InetAddress address(String text) {
        return InetAddress.ofLiteral(text);
    }
}
