package encore.infra.bench;

import encore.api.keys.IpNetwork;
import encore.api.keys.KnownAddresses;
import encore.infra.backend.Control;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.InetAddress;
import java.util.Locale;
import java.util.Random;

/**
 * What monitored addresses cost each call: how long it takes to look up whether a caller is banned, among as many entries
 * as an account may have, of both versions and of all widths, some of page tabs.
 *
 * <p>{@code ./encore bench BansBench [entries] [rounds]}
 */
final class BansBench {

    private static final int CALLERS = 1 << 14;
    /** Others may share the cores: what a call takes of one is counted, and not what it waits for it. */
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private static final int LOOKUPS = 1_000_000;

    private BansBench() {}

    public static void main(String[] arguments) throws Exception {
        int entries = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 10_000;
        int rounds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 20;
        Random random = new Random(7);
        KnownAddresses known = new KnownAddresses();
        long begin = System.nanoTime();
        for (int i = 0; i < entries; i++) {
            known.add(entry(i, random));
        }
        InetAddress[] callers = new InetAddress[CALLERS];
        for (int i = 0; i < CALLERS; i++) {
            callers[i] = address(random);
        }
        known.ban(callers[0], null);
        say("%d entries made in %.1f ms", entries, (System.nanoTime() - begin) / 1e6);
        for (int round = 0; round < rounds; round++) {
            int banned = 0;
            long start = THREADS.getCurrentThreadCpuTime();
            for (int i = 0; i < LOOKUPS; i++) {
                banned += known.ban(callers[i & CALLERS - 1], 100L) ? 1 : 0;
            }
            double each = (THREADS.getCurrentThreadCpuTime() - start) / (double) LOOKUPS;
            say("round %d: %.0f ns of CPU a call, %.1f%% banned", round + 1, each, 100.0 * banned / LOOKUPS);
        }
        begin = System.nanoTime();
        for (int i = 0; i < 100; i++) {
            known.add(entry(entries + i, random));
            known.ban(callers[i], null);
        }
        say("a change, and the first call behind it: %.0f us", (System.nanoTime() - begin) / 1e3 / 100);
    }

    private static Control.MonitoredAddress entry(int number, Random random) throws Exception {
        InetAddress address = address(random);
        int bits = 8 * address.getAddress().length;
        int widest = bits == 32 ? 8 : 16;
        int prefix = random.nextBoolean() ? bits : widest + random.nextInt(bits - widest + 1);
        String network =
                IpNetwork.parse(address.getHostAddress() + "/" + prefix).toString();
        Long pageTab = random.nextInt(10) == 0 ? 100L : null;
        return new Control.MonitoredAddress(7, "e" + number, network, pageTab, random.nextInt(10) > 0);
    }

    private static InetAddress address(Random random) throws Exception {
        byte[] bytes = new byte[random.nextInt(4) == 0 ? 16 : 4];
        random.nextBytes(bytes);
        if (bytes.length == 16) {
            bytes[0] = 0x20;
            bytes[1] = 0x01;
        }
        return InetAddress.getByAddress(bytes);
    }

    private static void say(String form, Object... values) {
        System.out.println(String.format(Locale.ROOT, form, values));
    }
}
