package encore.api.server;

import io.netty.handler.ipfilter.IpFilterRuleType;
import io.netty.handler.ipfilter.IpSubnetFilterRule;
import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The networks of a setting, such as {@code 10.0.0.0/8}. */
final class NetworkList {

    private static final Pattern NETWORK = Pattern.compile("([0-9A-Fa-f.:]+)(?:/(\\d{1,3}))?");

    private final List<IpSubnetFilterRule> networks;

    private NetworkList(List<IpSubnetFilterRule> networks) {
        this.networks = networks;
    }

    /** Reads the networks; throws an exception that names the setting for a text that is no network. */
    static NetworkList of(List<String> texts, String setting) {
        return new NetworkList(texts.stream()
                .map(String::strip)
                .filter(text -> !text.isEmpty())
                .map(text -> network(text, setting))
                .toList());
    }

    private static IpSubnetFilterRule network(String text, String setting) {
        Matcher network = NETWORK.matcher(text);
        InetAddress address = network.matches() ? NetUtil.createInetAddressFromIpAddressString(network.group(1)) : null;
        int bits = address == null ? 0 : 8 * address.getAddress().length;
        int prefix = address == null || network.group(2) == null ? bits : Integer.parseInt(network.group(2));
        if (address == null || prefix > bits) {
            throw new IllegalArgumentException(
                    setting + " holds networks such as 10.0.0.0/8, and '" + text + "' is none.");
        }
        return new IpSubnetFilterRule(address, prefix, IpFilterRuleType.ACCEPT);
    }

    boolean contains(@Nullable SocketAddress peer) {
        return peer instanceof InetSocketAddress socket && socket.getAddress() != null && contains(socket.getAddress());
    }

    boolean contains(InetAddress address) {
        InetSocketAddress socket = new InetSocketAddress(address, 0);
        return networks.stream().anyMatch(network -> network.matches(socket));
    }
}
