package encore.api.outbound;

import io.netty.handler.ipfilter.IpFilterRuleType;
import io.netty.handler.ipfilter.IpSubnetFilterRule;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.stream.Stream;

/**
 * The addresses of the public internet: all of IPv4 but the special-purpose ranges of IANA's registry, and of IPv6 the
 * range of global unicast without those. IPv6 addresses that lead to an IPv4 address (mapped, NAT64, 6to4, Teredo) are
 * none, since a private address could stand in them.
 */
final class PublicAddresses {

    private static final List<IpSubnetFilterRule> SPECIAL_4 = rules(
            "0.0.0.0/8",
            "10.0.0.0/8",
            "100.64.0.0/10",
            "127.0.0.0/8",
            "169.254.0.0/16",
            "172.16.0.0/12",
            "192.0.0.0/24",
            "192.0.2.0/24",
            "192.31.196.0/24",
            "192.52.193.0/24",
            "192.88.99.0/24",
            "192.168.0.0/16",
            "192.175.48.0/24",
            "198.18.0.0/15",
            "198.51.100.0/24",
            "203.0.113.0/24",
            "224.0.0.0/4",
            "240.0.0.0/4");

    private static final List<IpSubnetFilterRule> GLOBAL_6 = rules("2000::/3");

    private static final List<IpSubnetFilterRule> SPECIAL_6 =
            rules("2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20");

    private PublicAddresses() {}

    static boolean contains(InetAddress address) {
        return address instanceof Inet4Address
                ? !matches(SPECIAL_4, address)
                : matches(GLOBAL_6, address) && !matches(SPECIAL_6, address);
    }

    private static boolean matches(List<IpSubnetFilterRule> rules, InetAddress address) {
        var socketAddress = new InetSocketAddress(address, 0);
        return rules.stream().anyMatch(rule -> rule.matches(socketAddress));
    }

    private static List<IpSubnetFilterRule> rules(String... networks) {
        return Stream.of(networks)
                .map(network -> network.split("/", -1))
                .map(parts -> new IpSubnetFilterRule(parts[0], Integer.parseInt(parts[1]), IpFilterRuleType.REJECT))
                .toList();
    }
}
