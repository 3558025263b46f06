package encore.api.places;

import com.maxmind.db.InvalidNetworkException;
import com.maxmind.db.Network;
import com.maxmind.db.Networks;
import com.maxmind.db.Reader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A database in MaxMind's format, as a whole in memory: a mapped file that is replaced in place would end the process.
 *
 * @param modified when the file was last changed
 * @param size its bytes
 */
record MmdbFile(FileTime modified, long size, Reader reader) {

    /** The networks that are tried before a file is used, and the time that this may take. */
    private static final int TRIED_NETWORKS = 10_000;

    private static final Duration TRIAL_TIME = Duration.ofSeconds(2);

    /** The first octets of IPv4 addresses that are not multicast. */
    private static final int IPV4_PARTS = 224;

    /** The networks of 12 bits within 2000::/3, which has all addresses of IPv6 that are in use. */
    private static final int IPV6_PARTS = 512;

    /**
     * Reads a file and tries networks that are spread over it.
     *
     * @throws IOException when it is no such database, has no places, or is broken
     */
    static MmdbFile read(Path file) throws IOException {
        FileTime modified = Files.getLastModifiedTime(file);
        byte[] bytes = Files.readAllBytes(file);
        try {
            MmdbFile read = new MmdbFile(modified, bytes.length, new Reader(new ByteArrayInputStream(bytes)));
            read.requirePlaces();
            read.tryNetworks();
            return read;
        } catch (InvalidNetworkException | RuntimeException | StackOverflowError broken) {
            throw new IOException("the database is broken (" + broken.getClass().getSimpleName() + ")", broken);
        }
    }

    private void requirePlaces() throws IOException {
        String type = reader.getMetadata().databaseType();
        if (!type.contains("City") && !type.contains("Country")) {
            throw new IOException("the database is of the type " + type + " and has neither cities nor countries");
        }
    }

    private void tryNetworks() throws IOException, InvalidNetworkException {
        boolean hasIpv6 = reader.getMetadata().ipVersion() == 6;
        long end = System.nanoTime() + TRIAL_TIME.toNanos();
        int perPart = TRIED_NETWORKS / (1 + IPV4_PARTS + (hasIpv6 ? IPV6_PARTS : 0));
        // The first networks of a small file may be all that it has.
        tryNetworks(reader.networks(Map.class), perPart, end);
        for (int part = 0; part < IPV4_PARTS; part++) {
            byte[] address = {(byte) part, 0, 0, 0};
            tryNetworks(networks(address, Byte.SIZE), perPart, end);
        }
        for (int part = 0; hasIpv6 && part < IPV6_PARTS; part++) {
            byte[] address = new byte[16];
            address[0] = (byte) (0x20 | part >> 4);
            address[1] = (byte) (part << 4);
            tryNetworks(networks(address, 12), perPart, end);
        }
    }

    private Networks<Map> networks(byte[] address, int bits) throws IOException, InvalidNetworkException {
        return reader.networksWithin(new Network(InetAddress.getByAddress(address), bits), false, Map.class);
    }

    private static void tryNetworks(Networks<Map> networks, int limit, long end) {
        for (int i = 0; i < limit && networks.hasNext() && System.nanoTime() < end; i++) {
            place(networks.next().data());
        }
    }

    /** Whether the file is still the one that was read. */
    boolean isCurrent(Path file) throws IOException {
        return Files.size(file) == size && Files.getLastModifiedTime(file).equals(modified);
    }

    /** Returns the place of an address. */
    GeoPlace find(InetAddress address) throws IOException {
        return place(reader.get(address, Map.class));
    }

    private static GeoPlace place(@Nullable Map<?, ?> row) {
        if (row == null) {
            return GeoPlace.UNKNOWN;
        }
        String country = text(row, "country", "iso_code");
        String name = text(row, "country", "names", "en");
        return new GeoPlace(
                country,
                row.get("subdivisions") instanceof List<?> subdivisions && !subdivisions.isEmpty()
                        ? textOf(valueAt(subdivisions.getFirst(), "iso_code"))
                        : null,
                text(row, "location", "metro_code"),
                text(row, "city", "names", "en"),
                number(row, "latitude"),
                number(row, "longitude"),
                name == null ? GeoPlace.nameOf(country) : name,
                text(row, "postal", "code"));
    }

    private static @Nullable Double number(Map<?, ?> row, String name) {
        return valueAt(row, "location", name) instanceof Number number ? number.doubleValue() : null;
    }

    private static @Nullable String text(Map<?, ?> row, String... path) {
        return textOf(valueAt(row, path));
    }

    private static @Nullable String textOf(@Nullable Object value) {
        return value == null ? null : value.toString();
    }

    private static @Nullable Object valueAt(@Nullable Object row, String... path) {
        Object value = row;
        for (String name : path) {
            value = value instanceof Map<?, ?> map ? map.get(name) : null;
        }
        return value;
    }
}
